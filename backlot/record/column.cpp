#include "backlot/record/column.h"

namespace backlot::record {

std::string_view to_text(ColumnType type) {
  switch (type) {
    case ColumnType::number:
      return "number";
    case ColumnType::whole:
      return "whole number";
    case ColumnType::text:
      return "text";
  }
  return "text";
}

}  // namespace backlot::record
