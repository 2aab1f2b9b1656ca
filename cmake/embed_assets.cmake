# cmake -DDIST=<folder> -DOUTPUT=<file.cpp> -P embed_assets.cmake: the files of a folder as a C++ table of names, types and bytes (apps/server/web/assets.h).
file(GLOB files LIST_DIRECTORIES OFF RELATIVE ${DIST} ${DIST}/*)
list(SORT files)
set(types_html "text/html; charset=utf-8")
set(types_js "text/javascript; charset=utf-8")
set(types_css "text/css; charset=utf-8")
set(types_svg "image/svg+xml")
set(types_png "image/png")
set(types_json "application/json")
set(types_woff2 "font/woff2")
set(arrays "")
set(rows "")
set(number 0)
foreach(file IN LISTS files)
  cmake_path(GET file EXTENSION LAST_ONLY ending)
  string(REPLACE "." "" ending "${ending}")
  if(file MATCHES "^\\." OR NOT DEFINED types_${ending})
    continue()
  endif()
  file(READ ${DIST}/${file} hex HEX)
  string(LENGTH "${hex}" digits)
  math(EXPR bytes "${digits} / 2")
  if(bytes GREATER 2097152)
    message(FATAL_ERROR "${file} has ${bytes} bytes; a file of the page has 2 MB at most")
  endif()
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
  string(REGEX REPLACE "((0x[0-9a-f][0-9a-f],)(0x[0-9a-f][0-9a-f],)(0x[0-9a-f][0-9a-f],)(0x[0-9a-f][0-9a-f],)(0x[0-9a-f][0-9a-f],)(0x[0-9a-f][0-9a-f],)(0x[0-9a-f][0-9a-f],)(0x[0-9a-f][0-9a-f],))" "\\1\n" hex "${hex}")
  string(APPEND arrays "const unsigned char kBytes${number}[] = {\n${hex}0};\n")
  string(APPEND rows "    {\"${file}\", \"${types_${ending}}\", {reinterpret_cast<const char*>(kBytes${number}), ${bytes}}},\n")
  math(EXPR number "${number} + 1")
endforeach()
if(number EQUAL 0)
  message(FATAL_ERROR "there is no file of the page in ${DIST}")
endif()
file(WRITE ${OUTPUT} "// Made by cmake/embed_assets.cmake.
#include \"apps/server/web/assets.h\"

namespace backlot::server {

namespace {

${arrays}
const Asset kAssets[] = {
${rows}};

}  // namespace

std::span<const Asset> assets() { return kAssets; }

}  // namespace backlot::server
")
