# How Backlot is built: flags for everything, then one function for each kind of target.

include(CheckIPOSupported)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})  # FindPQXX.cmake

# What is built besides the libraries: everything where Backlot is built for itself, nothing inside another project.
option(BACKLOT_BUILD_PROGRAMS "Build the program of apps/" ${PROJECT_IS_TOP_LEVEL})
option(BACKLOT_BUILD_SAMPLES "Build the samples" ${PROJECT_IS_TOP_LEVEL})
option(BACKLOT_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(BACKLOT_BUILD_BENCHMARKS "Build the benchmarks" ${PROJECT_IS_TOP_LEVEL})
option(BACKLOT_INSTALL "Offer the libraries, and the program where it is built, for installation" ${PROJECT_IS_TOP_LEVEL})
option(BACKLOT_WARNINGS_AS_ERRORS "Stop at a warning of the compiler; the presets do" OFF)
set(BACKLOT_ONLY_ROOMS "" CACHE STRING "Rooms to build, as in network;formats/way, with those that they use; empty: all")

option(BACKLOT_ASSERTS "Compile BACKLOT_ASSERT in" OFF)
set(BACKLOT_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize=")
# A test that starts threads has Thread in its name, and the label `threads`.
option(BACKLOT_ONLY_THREADS "Of the tests of rooms, build the files with tests that start threads" OFF)
option(BACKLOT_FUZZ "Build the fuzzers of readers, with clang" OFF)
set(BACKLOT_TEST_POINTS 10000000 CACHE STRING "Points in the heavy random tests")
# Files of a room are compiled eight at a time: most of the time goes into the headers that they share. Names in anonymous
# namespaces are therefore unique within a room, and a test lies in a namespace of its own. The presets debug and clang
# compile each file by itself.
option(BACKLOT_IN_BATCHES "Compile the files of a room in batches" OFF)

# These are for Backlot alone: a project around it has its own kind of build, its own cache and its own files.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
  endif()
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  find_program(BACKLOT_CCACHE ccache)
  if(BACKLOT_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${BACKLOT_CCACHE})
  endif()
endif()

# Benchmarks use what tests share.
set(BACKLOT_BUILD_SUPPORT OFF)
if(BACKLOT_BUILD_TESTS OR BACKLOT_BUILD_BENCHMARKS)
  set(BACKLOT_BUILD_SUPPORT ON)
  find_package(GTest REQUIRED)
  find_package(rapidcheck REQUIRED)
endif()
if(BACKLOT_BUILD_TESTS)
  include(GoogleTest)
  enable_testing()
endif()
if(BACKLOT_BUILD_BENCHMARKS)
  find_package(Boost REQUIRED)  # what they compare with
endif()

# ---- Flags ----------------------------------------------------------------------------------------

# Sets `out` to the flags that cmake/code_flags.txt gives for `key`.
function(backlot_code_flags key out)
  file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/code_flags.txt line REGEX "^${key}:")
  string(REGEX REPLACE "^[^:]*: *" "" flags "${line}")
  separate_arguments(flags)
  set(${out} ${flags} PARENT_SCOPE)
endfunction()

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS cmake/code_flags.txt layers.txt)
backlot_code_flags(all code_flags)
add_compile_options(
  ${code_flags}
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Wold-style-cast -Woverloaded-virtual -Wdouble-promotion
  $<$<BOOL:${BACKLOT_WARNINGS_AS_ERRORS}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # g++ 12 raises false alarms of these two kinds inside std::string; clang, valgrind and the sanitizers look too.
  add_compile_options(-Wno-maybe-uninitialized -Wno-restrict)
endif()
if(BACKLOT_ASSERTS)
  # The second has the standard library check subscripts, iterators at ends, and what is read from empty containers and optionals.
  add_compile_definitions(BACKLOT_ENABLE_ASSERTS=1 _GLIBCXX_ASSERTIONS=1)
endif()
# What holds for the room `base` holds for everybody who includes a header of Backlot: inline functions are compiled there too,
# and have to compute the same bits and hold the same assertions.
function(backlot_flags_for_users)
  target_compile_options(backlot_base INTERFACE ${code_flags})
  if(BACKLOT_ASSERTS)
    target_compile_definitions(backlot_base INTERFACE BACKLOT_ENABLE_ASSERTS=1)
  endif()
endfunction()
if(BACKLOT_SANITIZE)
  add_compile_options(-fsanitize=${BACKLOT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${BACKLOT_SANITIZE})
endif()

# Optimisation across files, for rooms that ask for it: g++ -O3, where its tools for that are installed.
set(BACKLOT_ACROSS_FILES OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_BUILD_TYPE STREQUAL Release)
  check_ipo_supported(RESULT BACKLOT_ACROSS_FILES OUTPUT ipo_says LANGUAGES CXX)
  # Objects hold machine code too: tests look at it, and it is what gets installed (cmake/install.cmake).
  string(REPLACE "-fno-fat-lto-objects" "-ffat-lto-objects" CMAKE_CXX_COMPILE_OPTIONS_IPO "${CMAKE_CXX_COMPILE_OPTIONS_IPO}")
  if(NOT BACKLOT_ACROSS_FILES)
    message(STATUS "No optimisation across files: traffic will be about a tenth slower")
  endif()
endif()

# Files named *_avx2.* and *_avx512.* are kernels: they alone may use these instructions.
function(backlot_kernel_flags)
  if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    return()
  endif()
  foreach(file IN LISTS ARGN)
    if(file MATCHES "(_avx2|_avx512)\\.cpp$")
      backlot_code_flags(${CMAKE_MATCH_1} flags)
      set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS "${flags}" SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()

# Links a program with the machine code of each file, instead of optimising across files once more: 20 s for each program. For programs
# whose speed is not measured.
function(backlot_link_as_compiled target)
  if(BACKLOT_ACROSS_FILES)
    target_link_options(${target} PRIVATE -fno-lto)
  endif()
endfunction()

# Compiles the files of targets in batches, where that is asked for.
function(backlot_compile_in_batches)
  if(BACKLOT_IN_BATCHES)
    set_target_properties(${ARGN} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
endfunction()

# Tests are optimised little: they are compiled more often than they run, and what is slow in them is in the rooms and in what
# tests share. With sanitizers they are not optimised at all: the checks are much code, and to optimise it took more than half of the time.
function(backlot_compile_tests target)
  backlot_compile_in_batches(${target})
  if(BACKLOT_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  elseif(CMAKE_BUILD_TYPE STREQUAL Release)
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

# Sets `out` to those of the files that have a test with Thread in its name.
function(backlot_thread_tests out)
  set(found)
  foreach(file IN LISTS ARGN)
    file(STRINGS ${file} lines REGEX "^TEST.*Thread" LIMIT_COUNT 1)
    if(lines)
      list(APPEND found ${file})
    endif()
  endforeach()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# backlot_discover_tests(<program> <path> <filter> <labels>...)
# The tests of a program whose names pass the filter, as <path>.<suite>.<name> with these labels.
function(backlot_discover_tests program path filter)
  string(REPLACE ";" "\\\\\\\\\\\\\\\\;" labels "${ARGN}")  # stays one list through all that expands it
  gtest_discover_tests(${program}
    TEST_PREFIX ${path}.
    TEST_FILTER ${filter}
    DISCOVERY_MODE PRE_TEST
    PROPERTIES LABELS ${labels} TIMEOUT 1800)
endfunction()

# ---- Rooms ----------------------------------------------------------------------------------------

# Stops where layers.txt says something else of a room than that it uses these.
function(backlot_check_layer path)
  file(STRINGS ${PROJECT_SOURCE_DIR}/layers.txt layer REGEX "^${path}:")
  string(REGEX REPLACE "#.*" "" layer "${layer}")
  string(REGEX MATCHALL "[^ ]+" layer "${layer}")
  list(POP_FRONT layer)
  if(NOT "${layer}" STREQUAL "${ARGN}")
    message(FATAL_ERROR "Room ${path} uses [${ARGN}] here and [${layer}] in layers.txt")
  endif()
endfunction()

# Sets `out` to the rooms of BACKLOT_ONLY_ROOMS and all that these use, by layers.txt.
function(backlot_wanted_rooms out)
  set(wanted)
  set(open ${BACKLOT_ONLY_ROOMS})
  while(open)
    list(POP_FRONT open room)
    file(STRINGS ${PROJECT_SOURCE_DIR}/layers.txt layer REGEX "^${room}:")
    if(NOT layer)
      message(FATAL_ERROR "BACKLOT_ONLY_ROOMS: there is no room ${room} in layers.txt")
    endif()
    list(APPEND wanted ${room})
    string(REGEX REPLACE "^[^:]*:|#.*" "" layer "${layer}")
    string(REGEX MATCHALL "[^ ]+" layer "${layer}")
    list(APPEND open ${layer})
    list(REMOVE_DUPLICATES open)
    list(REMOVE_ITEM open ${wanted})
  endwhile()
  set(${out} ${wanted} PARENT_SCOPE)
endfunction()

if(BACKLOT_INSTALL)
  include(${CMAKE_CURRENT_LIST_DIR}/install.cmake)
endif()

if(BACKLOT_ONLY_ROOMS)
  foreach(part PROGRAMS SAMPLES TESTS BENCHMARKS)
    if(BACKLOT_BUILD_${part})
      message(FATAL_ERROR "BACKLOT_BUILD_${part} needs all rooms: set it to OFF, or leave BACKLOT_ONLY_ROOMS empty")
    endif()
  endforeach()
  backlot_wanted_rooms(BACKLOT_WANTED)
endif()

# Sets `out` to the CMake package of each library package::name. The modules of protobuf and SQLite have names of their own.
function(backlot_packages_of out)
  string(REGEX REPLACE "::[^;]*" "" packages "${ARGN}")
  list(TRANSFORM packages REPLACE "^protobuf$" "Protobuf")
  list(TRANSFORM packages REPLACE "^SQLite$" "SQLite3")
  set(${out} ${packages} PARENT_SCOPE)
endfunction()

# The messages of a room: C++ from every .proto file in it, included as "backlot/<room>/<path>.pb.h".
function(backlot_generate_messages target dir)
  file(GLOB_RECURSE protos CONFIGURE_DEPENDS ${dir}/*.proto)
  if(NOT protos)
    return()
  endif()
  set(generated ${PROJECT_BINARY_DIR}/generated)
  file(MAKE_DIRECTORY ${generated})
  protobuf_generate(LANGUAGE cpp OUT_VAR sources PROTOS ${protos} IMPORT_DIRS ${PROJECT_SOURCE_DIR} PROTOC_OUT_DIR ${generated})
  target_sources(${target} PRIVATE ${sources})
  set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS -w SKIP_UNITY_BUILD_INCLUSION ON)
  target_include_directories(${target} SYSTEM PUBLIC $<BUILD_INTERFACE:${generated}>)
endfunction()

# backlot_room(<path> [ACROSS_FILES] [USES <rooms>...] [TESTS_USE <rooms>...] [LINKS <libraries>...])
# The library backlot::<path> from all .cpp files under backlot/<path> but those of test/, and its tests from test/.
# A library of LINKS, package::name, is looked for here. From .proto files C++ is made. A room that BACKLOT_ONLY_ROOMS does not ask for is passed over. USES must
# say the same as layers.txt. Tests are leaves: what they use besides is in TESTS_USE, and on a line <path>/test of layers.txt after
# the rooms of USES and the room itself. What the tests of lower rooms share, <room>/test, is linked anyway. ACROSS_FILES: g++ -O3
# optimises the room together with others of this kind when a program is linked; for those whose small functions are called a
# million times a second.
function(backlot_room path)
  cmake_parse_arguments(PARSE_ARGV 1 room "ACROSS_FILES" "" "USES;TESTS_USE;LINKS")
  set(dir ${PROJECT_SOURCE_DIR}/backlot/${path})
  backlot_check_layer(${path} ${room_USES})
  if(BACKLOT_ONLY_ROOMS AND NOT path IN_LIST BACKLOT_WANTED)
    return()
  endif()
  backlot_packages_of(packages ${room_LINKS})
  foreach(package IN LISTS packages)
    find_package(${package} REQUIRED)
  endforeach()

  set(test_rooms)
  if(room_TESTS_USE)
    backlot_check_layer(${path}/test ${room_USES} ${path} ${room_TESTS_USE})
    foreach(used IN LISTS room_TESTS_USE)
      if(NOT used MATCHES "/test$")
        string(REPLACE "/" "_" used ${used})
        list(APPEND test_rooms backlot::${used})
      endif()
    endforeach()
  endif()

  string(REPLACE "/" "_" name ${path})
  set(target backlot_${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${dir}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/test/")
  if(sources)
    set(kind STATIC)
    set(scope PUBLIC)
  else()
    set(kind INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(${target} ${kind} ${sources})
  add_library(backlot::${name} ALIAS ${target})
  backlot_kernel_flags(${sources})
  target_compile_features(${target} ${scope} cxx_std_20)
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
  target_link_libraries(${target} ${scope} ${room_LINKS})
  backlot_generate_messages(${target} ${dir})
  foreach(used IN LISTS room_USES)
    string(REPLACE "/" "_" used ${used})
    target_link_libraries(${target} ${scope} backlot::${used})
  endforeach()
  if(room_ACROSS_FILES AND BACKLOT_ACROSS_FILES)
    set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
  endif()
  set_property(GLOBAL APPEND PROPERTY BACKLOT_ROOMS ${target})
  if(kind STREQUAL STATIC)
    backlot_compile_in_batches(${target})
  endif()
  if(BACKLOT_INSTALL)
    backlot_install_room(${path} USES ${room_USES} LINKS ${room_LINKS})
  endif()

  if(NOT BACKLOT_BUILD_SUPPORT)
    return()
  endif()
  # What the tests share is a library too, since benchmarks use it: catalogues of cases, slow references.
  # Fuzzers, probes and programs that tests start have a main function each.
  file(GLOB_RECURSE support CONFIGURE_DEPENDS ${dir}/test/*.cpp)
  list(FILTER support EXCLUDE REGEX "/(fuzz|same_bits|programs)/")
  set(tests ${support})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(REMOVE_ITEM support ${tests})
  if(support)
    # it may use what the rooms before it share
    get_property(supports GLOBAL PROPERTY BACKLOT_SUPPORT)
    add_library(${target}_support STATIC ${support})
    backlot_compile_in_batches(${target}_support)
    target_link_libraries(${target}_support PUBLIC ${supports} ${target} ${test_rooms} GTest::gtest rapidcheck)
    target_compile_definitions(${target}_support PRIVATE BACKLOT_DEFAULT_TEST_POINTS=${BACKLOT_TEST_POINTS})
    set_property(GLOBAL APPEND PROPERTY BACKLOT_SUPPORT ${target}_support)
  endif()
  backlot_thread_tests(of_threads ${tests})
  if(BACKLOT_ONLY_THREADS)
    set(tests ${of_threads})
  endif()
  if(tests AND BACKLOT_BUILD_TESTS)
    get_property(supports GLOBAL PROPERTY BACKLOT_SUPPORT)
    add_executable(${target}_test ${tests})
    backlot_compile_tests(${target}_test)
    if(NOT path STREQUAL sim)  # golden hashes of runs are those of the program as it is shipped
      backlot_link_as_compiled(${target}_test)
    endif()
    target_link_libraries(${target}_test PRIVATE ${supports} ${target} ${test_rooms} GTest::gtest_main)
    target_compile_definitions(${target}_test PRIVATE BACKLOT_DEFAULT_TEST_POINTS=${BACKLOT_TEST_POINTS})
    backlot_discover_tests(${target}_test ${path} "-*Thread*" ${path})
    if(of_threads)
      backlot_discover_tests(${target}_test ${path} "*Thread*" ${path} threads)
    endif()
    set_property(GLOBAL APPEND PROPERTY BACKLOT_TESTS ${target}_test)
  endif()
endfunction()

# ---- Fuzzers -------------------------------------------------------------------------------------

# backlot/<room>/test/fuzz/name_fuzz.cpp -> fuzz_name, all of them by the target `fuzzers`; tools/fuzz.sh runs them. That of the window, which needs its
# server, is in window.cmake.
function(backlot_fuzzers)
  add_custom_target(fuzzers)
  file(GLOB_RECURSE mains CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/backlot/*_fuzz.cpp)
  get_property(rooms GLOBAL PROPERTY BACKLOT_ROOMS)
  foreach(main IN LISTS mains)
    cmake_path(GET main STEM stem)
    string(REGEX REPLACE "_fuzz$" "" name ${stem})
    add_executable(fuzz_${name} ${main})
    target_link_libraries(fuzz_${name} PRIVATE ${rooms})
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    add_dependencies(fuzzers fuzz_${name})
  endforeach()
  if(TARGET fuzz_socket)
    add_dependencies(fuzzers fuzz_socket)
  endif()
endfunction()

# ---- Programs --------------------------------------------------------------------------------------

# backlot_app(<folder> <program> [LINKS <libraries>...])
# The program <build>/apps/<folder>/<program> from the .cpp files under apps/<folder>, which may use every room. All but main.cpp is a
# library, for the tests in test/*_test.cpp; these also run the program itself, BACKLOT_PROGRAM.
function(backlot_app folder program)
  cmake_parse_arguments(PARSE_ARGV 2 app "" "" "LINKS")
  set(dir ${PROJECT_SOURCE_DIR}/apps/${folder})
  set(library backlot_app_${folder})

  # The commit changes without a change of the sources: asked for at every build.
  set(version ${PROJECT_BINARY_DIR}/apps/${folder}/version.cpp)
  add_custom_target(${library}_version
    COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION} -DOUTPUT=${version}
            -P ${dir}/version.cmake
    BYPRODUCTS ${version}
    COMMENT "")

  get_property(rooms GLOBAL PROPERTY BACKLOT_ROOMS)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${dir}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/test/")
  list(REMOVE_ITEM sources ${dir}/main.cpp)
  add_library(${library} STATIC ${sources} ${version})
  backlot_compile_in_batches(${library})
  set_source_files_properties(${version} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  add_dependencies(${library} ${library}_version)
  target_include_directories(${library} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${library} PUBLIC ${rooms} ${app_LINKS})

  add_executable(${program} ${dir}/main.cpp)
  target_link_libraries(${program} PRIVATE ${library})
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/apps/${folder})
  if(BACKLOT_INSTALL)
    install(TARGETS ${program} RUNTIME)
  endif()

  file(GLOB tests CONFIGURE_DEPENDS ${dir}/test/*.cpp)
  if(tests AND BACKLOT_BUILD_TESTS)
    add_executable(${library}_test ${tests})
    backlot_compile_tests(${library}_test)
    backlot_link_as_compiled(${library}_test)
    add_dependencies(${library}_test ${program})
    target_link_libraries(${library}_test PRIVATE ${library} GTest::gtest_main)
    target_compile_definitions(${library}_test PRIVATE BACKLOT_PROGRAM="$<TARGET_FILE:${program}>")
    gtest_discover_tests(${library}_test
      TEST_PREFIX apps/${folder}.
      DISCOVERY_MODE PRE_TEST
      PROPERTIES LABELS apps/${folder} TIMEOUT 600)
  endif()
endfunction()

# ---- Samples and benchmarks -----------------------------------------------------------------------

# A program that uses every room, and its short run as a test in a scratch folder, where tests are built.
function(backlot_program target folder label)
  get_property(rooms GLOBAL PROPERTY BACKLOT_ROOMS)
  add_executable(${target} ${ARGN})
  target_link_libraries(${target} PRIVATE ${rooms})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder})

  if(NOT BACKLOT_BUILD_TESTS)
    return()
  endif()
  string(REGEX REPLACE "^(sample|bench)_" "\\1." test ${target})
  set(scratch ${PROJECT_BINARY_DIR}/scratch/${target})
  file(MAKE_DIRECTORY ${scratch})
  add_test(NAME ${test} COMMAND ${target} --smoke WORKING_DIRECTORY ${scratch})
  set_tests_properties(${test} PROPERTIES LABELS ${label} TIMEOUT 1800)
endfunction()

# samples/NN_name/*.cpp -> sample_NN_name, which finds the shipped scenes in the folder BACKLOT_SCENES
function(backlot_samples)
  file(GLOB mains CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/samples/*/main.cpp)
  foreach(main IN LISTS mains)
    cmake_path(GET main PARENT_PATH dir)
    cmake_path(GET dir FILENAME name)
    file(GLOB sources CONFIGURE_DEPENDS ${dir}/*.cpp)
    backlot_program(sample_${name} samples sample ${sources})
    backlot_link_as_compiled(sample_${name})
    target_compile_definitions(sample_${name} PRIVATE BACKLOT_SCENES="${PROJECT_SOURCE_DIR}/scenes")
  endforeach()
endfunction()

# bench/name_bench.cpp -> bench_name; the other files of bench/ belong to all of them, as does what tests share.
function(backlot_benchmarks)
  set(of_speed casting instructions preventable_map recording scene_cost test_bench traffic)  # what they measure is moving bodies
  file(GLOB mains CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*_bench.cpp)
  file(GLOB shared CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.cpp)
  list(REMOVE_ITEM shared ${mains})
  get_property(rooms GLOBAL PROPERTY BACKLOT_ROOMS)
  get_property(test_support GLOBAL PROPERTY BACKLOT_SUPPORT)
  add_library(bench_shared STATIC ${shared})
  backlot_compile_in_batches(bench_shared)
  target_link_libraries(bench_shared PUBLIC ${test_support} ${rooms})
  target_include_directories(bench_shared PUBLIC ${PROJECT_SOURCE_DIR})
  foreach(main IN LISTS mains)
    cmake_path(GET main STEM stem)
    string(REGEX REPLACE "_bench$" "" name ${stem})
    backlot_program(bench_${name} bench bench ${main})
    target_link_libraries(bench_${name} PRIVATE bench_shared)
    if(NOT name IN_LIST of_speed)
      backlot_link_as_compiled(bench_${name})
    endif()
    if(name STREQUAL window)
      target_link_libraries(bench_${name} PRIVATE backlot_app_server)
      target_compile_definitions(bench_${name} PRIVATE BACKLOT_VIEWER="${PROJECT_SOURCE_DIR}/viewer")
    endif()
  endforeach()
endfunction()

# ---- Checks of the tree ---------------------------------------------------------------------------

# Every header compiled by itself, included twice. A header that is the first include of its own .cpp file stands alone already.
function(backlot_header_test)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/backlot/*.h)
  set(sources)
  foreach(header IN LISTS headers)
    string(REGEX REPLACE "\\.h$" ".cpp" own ${PROJECT_SOURCE_DIR}/${header})
    if(EXISTS ${own})
      file(STRINGS ${own} first REGEX "^#include" LIMIT_COUNT 1)
      file(STRINGS ${PROJECT_SOURCE_DIR}/${header} guard REGEX "^#pragma once" LIMIT_COUNT 1)
      if(first STREQUAL "#include \"${header}\"" AND guard)
        continue()
      endif()
    endif()
    string(REGEX REPLACE "\\.h$" ".cpp" source ${PROJECT_BINARY_DIR}/header_test/${header})
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${header}\"\n#include \"${header}\"\n")
    list(APPEND sources ${source})
  endforeach()
  if(NOT sources)
    return()
  endif()
  get_property(rooms GLOBAL PROPERTY BACKLOT_ROOMS)
  add_library(header_test OBJECT ${sources})
  target_compile_options(header_test PRIVATE -O0)  # it is looked at, and never run
  backlot_kernel_flags(${sources})
  target_link_libraries(header_test PRIVATE ${rooms} GTest::gtest)
  target_compile_definitions(header_test PRIVATE BACKLOT_DEFAULT_TEST_POINTS=${BACKLOT_TEST_POINTS})
endfunction()

# Scripts that look at the tree or at what was built. Those about machine code need an optimised build.
function(backlot_tree_tests)
  set(tools ${PROJECT_SOURCE_DIR}/tools)
  add_test(NAME layers COMMAND ${tools}/check_layers.sh)
  add_test(NAME check_layers COMMAND ${tools}/test/check_layers_test.sh)
  add_test(NAME house COMMAND ${tools}/check_house.py)
  add_test(NAME check_house COMMAND ${tools}/test/check_house_test.sh)
  add_test(NAME codes COMMAND ${tools}/check_codes.sh)
  add_test(NAME check_codes COMMAND ${tools}/test/check_codes_test.sh)
  add_test(NAME readme_table COMMAND ${tools}/readme_table.sh --check)
  if(NOT CMAKE_BUILD_TYPE STREQUAL Release)
    return()
  endif()

  if(BACKLOT_BUILD_PROGRAMS)
    # a small suite on a cluster that the test starts, where its packages are installed
    add_test(NAME cluster COMMAND ${tools}/cluster/check.py $<TARGET_FILE:backlot> --short)
    set_tests_properties(cluster PROPERTIES LABELS cluster SKIP_RETURN_CODE 77 TIMEOUT 600)
    # the code blocks of the docs: read, run and compiled
    add_test(NAME docs COMMAND ${tools}/check_docs.py $<TARGET_FILE:backlot> ${CMAKE_CXX_COMPILER})
    add_test(NAME check_docs COMMAND ${tools}/test/check_docs_test.sh $<TARGET_FILE:backlot> ${CMAKE_CXX_COMPILER})
    set_tests_properties(docs check_docs PROPERTIES LABELS docs TIMEOUT 900)
  endif()

  if(BACKLOT_INSTALL AND BACKLOT_BUILD_SAMPLES)
    add_test(NAME install COMMAND ${tools}/test/install_test.sh ${PROJECT_BINARY_DIR})
    set_tests_properties(install PROPERTIES LABELS install TIMEOUT 600)
  endif()

  # The probes as this build has them, beside those of another compiler.
  get_property(rooms GLOBAL PROPERTY BACKLOT_ROOMS)
  get_property(supports GLOBAL PROPERTY BACKLOT_SUPPORT)
  foreach(room geometry network sim)
    add_executable(probe_${room} backlot/${room}/test/same_bits/probe.cpp)
    target_link_libraries(probe_${room} PRIVATE ${supports} ${rooms})
    target_compile_definitions(probe_${room} PRIVATE BACKLOT_DEFAULT_TEST_POINTS=0)
    set_target_properties(probe_${room} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/probes)
  endforeach()
  add_test(NAME same_bits COMMAND ${tools}/same_bits.sh ${PROJECT_BINARY_DIR}/same_bits ${PROJECT_BINARY_DIR}/probes)
  set_tests_properties(same_bits PROPERTIES TIMEOUT 1800 SKIP_RETURN_CODE 77 PROCESSORS 2)

  set(libraries)
  foreach(room IN LISTS rooms)
    get_target_property(kind ${room} TYPE)
    if(kind STREQUAL STATIC_LIBRARY)
      list(APPEND libraries $<TARGET_FILE:${room}>)
    endif()
  endforeach()
  if(libraries)
    add_test(NAME no_fma COMMAND ${tools}/check_no_fma.sh ${libraries})
    add_test(NAME kernel_symbols COMMAND ${tools}/check_kernel_symbols.sh ${libraries})
  endif()
endfunction()
