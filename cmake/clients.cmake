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
