# Tests of the page: its pure parts in Node.js, the page itself in Chromium, by label `viewer`. The packages are those that the page is bundled with.
# Where Chromium is missing the tests of the page are skipped and say so.

if(NOT has_viewer OR NOT BACKLOT_BUILD_TESTS)
  return()
endif()
set(run_tests ${BACKLOT_NODE} ${viewer}/test/run.mjs)
add_test(NAME viewer.types COMMAND ${BACKLOT_NODE} ${viewer}/node_modules/typescript/bin/tsc -p ${viewer})
add_test(NAME viewer.unit COMMAND ${run_tests} unit)
add_test(NAME viewer.page COMMAND ${run_tests} page)
# With the real program, in real time: `./dev check window` runs it, since a loaded machine can make it late.
add_test(NAME viewer.program CONFIGURATIONS window COMMAND ${run_tests} program $<TARGET_FILE:backlot>)
set_tests_properties(viewer.types viewer.unit viewer.page viewer.program PROPERTIES LABELS viewer TIMEOUT 900)
set_tests_properties(viewer.page viewer.program PROPERTIES SKIP_RETURN_CODE 77 RUN_SERIAL ON)
