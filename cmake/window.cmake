# The window in the browser: the page from viewer/, bundled by esbuild and embedded as a table, and its server, apps/server. Included where programs are built.

option(BACKLOT_BUILD_VIEWER "Build the page of backlot view, with Node.js; without it the program says that it has none" ${PROJECT_IS_TOP_LEVEL})
find_package(Boost REQUIRED)
find_package(Threads REQUIRED)

# ---- the page ---------------------------------------------------------------------------------------

set(viewer ${PROJECT_SOURCE_DIR}/viewer)
set(viewer_build ${PROJECT_BINARY_DIR}/viewer)
set(viewer_table ${viewer_build}/asset_table.cpp)
set(has_viewer OFF)
if(BACKLOT_BUILD_VIEWER AND EXISTS ${viewer}/package.json)
  find_program(BACKLOT_NPM npm)
  find_program(BACKLOT_NODE NAMES node nodejs)
  if(BACKLOT_NPM AND BACKLOT_NODE)
    set(has_viewer ON)
  else()
    message(WARNING "backlot view will have no page: npm and node are not installed (BACKLOT_BUILD_VIEWER=OFF says that this is meant)")
  endif()
endif()
if(has_viewer)
  # Packages come from the registry only when the list of them has changed. npm keeps its own copy of the list beside them.
  set(installed ${viewer}/node_modules/.package-lock.json)
  add_custom_command(OUTPUT ${installed}
    COMMAND ${BACKLOT_NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
    COMMAND ${CMAKE_COMMAND} -E touch ${installed}
    DEPENDS ${viewer}/package-lock.json
    WORKING_DIRECTORY ${viewer}
    COMMENT "Installing the packages of the page")
  file(GLOB_RECURSE viewer_sources CONFIGURE_DEPENDS ${viewer}/src/*)
  list(APPEND viewer_sources ${viewer}/build.mjs ${viewer}/index.html ${viewer}/icon.svg)
  set(bundled ${viewer_build}/bundled)
  add_custom_command(OUTPUT ${bundled}
    COMMAND ${BACKLOT_NODE} build.mjs ${viewer_build}/dist
    COMMAND ${CMAKE_COMMAND} -E touch ${bundled}
    DEPENDS ${installed} ${viewer_sources}
    WORKING_DIRECTORY ${viewer}
    COMMENT "Bundling the page")
  add_custom_command(OUTPUT ${viewer_table}
    COMMAND ${CMAKE_COMMAND} -DDIST=${viewer_build}/dist -DOUTPUT=${viewer_table} -P ${PROJECT_SOURCE_DIR}/cmake/embed_assets.cmake
    DEPENDS ${bundled} ${PROJECT_SOURCE_DIR}/cmake/embed_assets.cmake
    COMMENT "Embedding the page")
else()
  add_custom_command(OUTPUT ${viewer_table}
    COMMAND ${CMAKE_COMMAND} -DDIST=${PROJECT_SOURCE_DIR}/apps/server/web/no_viewer -DOUTPUT=${viewer_table} -P ${PROJECT_SOURCE_DIR}/cmake/embed_assets.cmake
    DEPENDS ${PROJECT_SOURCE_DIR}/apps/server/web/no_viewer/index.html ${PROJECT_SOURCE_DIR}/cmake/embed_assets.cmake
    COMMENT "")
endif()

# ---- its server -------------------------------------------------------------------------------------

get_property(rooms GLOBAL PROPERTY BACKLOT_ROOMS)
set(server ${PROJECT_SOURCE_DIR}/apps/server)
file(GLOB_RECURSE server_sources CONFIGURE_DEPENDS ${server}/*.cpp)
list(FILTER server_sources EXCLUDE REGEX "/test/")
add_library(backlot_app_server STATIC ${server_sources} ${viewer_table})
backlot_compile_in_batches(backlot_app_server)
# Boost.Beast is slow to compile: the one file that uses it stands alone.
set_source_files_properties(${server}/web/web_server.cpp ${viewer_table} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
target_include_directories(backlot_app_server PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(backlot_app_server PUBLIC ${rooms} nlohmann_json::nlohmann_json PRIVATE Boost::headers Threads::Threads)

# Socket input under libFuzzer, one of the fuzzers that tools/fuzz.sh runs.
if(BACKLOT_FUZZ)
  set(attack ${server}/test)
  add_executable(fuzz_socket ${attack}/fuzz/socket_fuzz.cpp ${attack}/attack.cpp ${attack}/town.cpp ${attack}/web_client.cpp
    ${PROJECT_SOURCE_DIR}/apps/cli/maps/grid.cpp)
  target_link_libraries(fuzz_socket PRIVATE backlot_app_server Boost::headers Threads::Threads)
  target_link_options(fuzz_socket PRIVATE -fsanitize=fuzzer)
endif()

file(GLOB server_tests CONFIGURE_DEPENDS ${server}/test/*.cpp)
if(server_tests AND BACKLOT_BUILD_TESTS)
  # the town of the tests comes from `backlot generate grid`
  add_executable(backlot_app_server_test ${server_tests} ${PROJECT_SOURCE_DIR}/apps/cli/maps/grid.cpp)
  backlot_compile_tests(backlot_app_server_test)
  backlot_link_as_compiled(backlot_app_server_test)
  set_source_files_properties(${server}/test/web_client.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_link_libraries(backlot_app_server_test PRIVATE backlot_app_server Boost::headers Threads::Threads GTest::gtest_main)
  target_compile_definitions(backlot_app_server_test PRIVATE BACKLOT_SCENES="${PROJECT_SOURCE_DIR}/scenes")
  gtest_discover_tests(backlot_app_server_test
    TEST_PREFIX apps/server.
    DISCOVERY_MODE PRE_TEST
    PROPERTIES LABELS server TIMEOUT 600)
endif()
