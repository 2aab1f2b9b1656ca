# What `cmake --install` and `./dev install` put where: the public headers, a library and a file for CMake for each room, shipped
# networks and scenes. Other projects then say find_package(backlot COMPONENTS network formats_way); see docs/library.md.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(BACKLOT_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/backlot)

# backlot_install_room(<path> [USES <rooms>...] [LINKS <libraries>...])
# Public headers are installed: those of the room but for its folders internal/ and test/.
function(backlot_install_room path)
  cmake_parse_arguments(PARSE_ARGV 1 room "" "" "USES;LINKS")
  string(REPLACE "/" "_" name ${path})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/backlot/${path}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/backlot/${path}
    FILES_MATCHING PATTERN *.h PATTERN internal EXCLUDE PATTERN test EXCLUDE)
  set_target_properties(backlot_${name} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS backlot_${name} EXPORT backlot_${name} INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT backlot_${name} NAMESPACE backlot:: FILE ${name}.cmake DESTINATION ${BACKLOT_PACKAGE_DIR}/rooms)

  # What the room needs is loaded before it.
  string(REPLACE "/" "_" uses "${room_USES}")
  backlot_packages_of(packages ${room_LINKS})
  set_property(GLOBAL APPEND PROPERTY BACKLOT_INSTALLED ${name})
  set_property(GLOBAL APPEND_STRING PROPERTY BACKLOT_NEEDS
    "set(backlot_${name}_USES ${uses})\nset(backlot_${name}_PACKAGES ${packages})\n")

  # g++ keeps its own form of the code beside the machine code of some rooms, to optimise across files. No other compiler can
  # read that form, nor another version of g++, so it is not installed.
  get_target_property(kind backlot_${name} TYPE)
  get_target_property(is_across backlot_${name} INTERPROCEDURAL_OPTIMIZATION)
  if(kind STREQUAL STATIC_LIBRARY AND is_across)
    install(CODE "execute_process(
      COMMAND ${CMAKE_OBJCOPY} --wildcard --remove-section=.gnu.lto_* --remove-section=.gnu.debuglto_*
              --strip-symbol=__gnu_lto_* \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/$<TARGET_FILE_NAME:backlot_${name}>\"
      COMMAND_ERROR_IS_FATAL ANY)")
  endif()
endfunction()

# The package as a whole, after all rooms.
function(backlot_install_package)
  get_property(rooms GLOBAL PROPERTY BACKLOT_INSTALLED)
  get_property(needs GLOBAL PROPERTY BACKLOT_NEEDS)
  set(config ${PROJECT_BINARY_DIR}/package/backlotConfig.cmake)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/backlotConfig.cmake.in ${config}
    INSTALL_DESTINATION ${BACKLOT_PACKAGE_DIR} PATH_VARS CMAKE_INSTALL_DATADIR)
  set(version ${PROJECT_BINARY_DIR}/package/backlotConfigVersion.cmake)
  write_basic_package_version_file(${version} COMPATIBILITY SameMinorVersion)
  install(FILES ${config} ${version} ${PROJECT_SOURCE_DIR}/cmake/FindPQXX.cmake DESTINATION ${BACKLOT_PACKAGE_DIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/backlot)
endfunction()
