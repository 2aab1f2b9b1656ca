# Finds libpqxx, the C++ client of PostgreSQL, which comes without a file for CMake in Debian 12: the library PQXX::pqxx.
include(FindPackageHandleStandardArgs)
find_path(PQXX_INCLUDE_DIR pqxx/pqxx)
find_library(PQXX_LIBRARY pqxx)
find_library(PQXX_PQ_LIBRARY pq)
find_package_handle_standard_args(PQXX REQUIRED_VARS PQXX_LIBRARY PQXX_PQ_LIBRARY PQXX_INCLUDE_DIR)
mark_as_advanced(PQXX_INCLUDE_DIR PQXX_LIBRARY PQXX_PQ_LIBRARY)
if(PQXX_FOUND AND NOT TARGET PQXX::pqxx)
  add_library(PQXX::pqxx UNKNOWN IMPORTED)
  set_target_properties(PQXX::pqxx PROPERTIES
    IMPORTED_LOCATION ${PQXX_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${PQXX_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES ${PQXX_PQ_LIBRARY})
endif()
