# clients/: the files that drivers in other languages are written with, and an example of each. Included after the rooms.

# The examples as shared libraries, in <build>/clients. They are compiled as a user compiles them, with nothing of the project but its headers.
if(BACKLOT_BUILD_SAMPLES)
  add_library(client_example_c MODULE clients/c/example.c)
  add_library(client_example_cpp MODULE clients/cpp/example.cpp)
  foreach(example client_example_c client_example_cpp)
    set_target_properties(${example} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/clients
      COMPILE_OPTIONS "-Wall;-Wextra;-Wpedantic;$<$<BOOL:${BACKLOT_WARNINGS_AS_ERRORS}>:-Werror>" C_STANDARD 99 CXX_STANDARD 17)
    target_include_directories(${example} PRIVATE ${PROJECT_SOURCE_DIR})
  endforeach()
  target_link_libraries(client_example_c PRIVATE m)
endif()

if(BACKLOT_INSTALL)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/clients DESTINATION ${CMAKE_INSTALL_DATADIR}/backlot PATTERN __pycache__ EXCLUDE)
  install(FILES ${PROJECT_SOURCE_DIR}/backlot/sut_link/driver.proto DESTINATION ${CMAKE_INSTALL_DATADIR}/backlot/clients/python)
endif()

# The programs and libraries that the tests of sut_link start and load, in <build>/test_drivers.
if(TARGET backlot_sut_link_test)
  set(folder ${PROJECT_SOURCE_DIR}/backlot/sut_link/test/programs)
  add_executable(test_bad_driver ${folder}/bad_driver.cpp)
  add_executable(test_serve_driver ${folder}/serve_driver.cpp)
  backlot_link_as_compiled(test_bad_driver)
  backlot_link_as_compiled(test_serve_driver)
  target_link_libraries(test_bad_driver PRIVATE backlot::sut_link)
  target_link_libraries(test_serve_driver PRIVATE backlot::sut_link)
  # Only headers of the project: the reference driver is in the program that loads the library.
  add_library(test_reference_library MODULE ${folder}/reference_library.cpp)
  target_include_directories(test_reference_library PRIVATE ${PROJECT_SOURCE_DIR})
  set(programs test_bad_driver test_serve_driver test_reference_library)
  set_target_properties(${programs} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test_drivers
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test_drivers)
  set_target_properties(backlot_sut_link_test PROPERTIES ENABLE_EXPORTS ON)
  target_compile_definitions(backlot_sut_link_test PRIVATE
    BACKLOT_BAD_DRIVER="$<TARGET_FILE:test_bad_driver>"
    BACKLOT_SERVE_DRIVER="$<TARGET_FILE:test_serve_driver>"
    BACKLOT_REFERENCE_LIBRARY="$<TARGET_FILE:test_reference_library>"
    BACKLOT_CLIENTS="${PROJECT_SOURCE_DIR}/clients"
    BACKLOT_TEST_PROGRAMS="${folder}"
    BACKLOT_SCENES="${PROJECT_SOURCE_DIR}/scenes")
  add_dependencies(backlot_sut_link_test ${programs})
  if(TARGET backlot_app_cli_test)
    add_dependencies(backlot_app_cli_test test_bad_driver)
    target_compile_definitions(backlot_app_cli_test PRIVATE BACKLOT_BAD_DRIVER="$<TARGET_FILE:test_bad_driver>")
  endif()
endif()
if(TARGET backlot_app_cli_test AND TARGET client_example_c)
  add_dependencies(backlot_app_cli_test client_example_c client_example_cpp)
  target_compile_definitions(backlot_app_cli_test PRIVATE
    BACKLOT_CLIENTS="${PROJECT_SOURCE_DIR}/clients"
    BACKLOT_EXAMPLE_C="$<TARGET_FILE:client_example_c>"
    BACKLOT_EXAMPLE_CPP="$<TARGET_FILE:client_example_cpp>")
endif()
