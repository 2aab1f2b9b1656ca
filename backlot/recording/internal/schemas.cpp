#include "backlot/recording/internal/schemas.h"

#include <initializer_list>
#include <set>
#include <string_view>

#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/duration.pb.h>
#include <google/protobuf/timestamp.pb.h>

namespace backlot::recording::internal {

namespace {

using google::protobuf::DescriptorProto;
using google::protobuf::FieldDescriptorProto;
using google::protobuf::FileDescriptor;
using google::protobuf::FileDescriptorProto;
using google::protobuf::FileDescriptorSet;
using Kind = FieldDescriptorProto::Type;

// A file after those that it imports.
void add_file(const FileDescriptor& file, FileDescriptorSet& set, std::set<std::string>& added) {
  if (!added.insert(file.name()).second) return;
  for (int k = 0; k < file.dependency_count(); ++k) add_file(*file.dependency(k), set, added);
  file.CopyTo(set.add_file());
}

struct FieldRow {
  const char* name;
  int number;
  Kind kind;
  const char* type = "";  // of a message or an enum
  bool is_list = false;
};

constexpr Kind kDouble = FieldDescriptorProto::TYPE_DOUBLE, kText = FieldDescriptorProto::TYPE_STRING,
               kBool = FieldDescriptorProto::TYPE_BOOL, kMessage = FieldDescriptorProto::TYPE_MESSAGE,
               kEnum = FieldDescriptorProto::TYPE_ENUM, kFixed32 = FieldDescriptorProto::TYPE_FIXED32;

DescriptorProto& add_message(FileDescriptorProto& file, const char* name,
                             std::initializer_list<FieldRow> fields) {
  DescriptorProto& message = *file.add_message_type();
  message.set_name(name);
  for (const FieldRow& row : fields) {
    FieldDescriptorProto& field = *message.add_field();
    field.set_name(row.name);
    field.set_number(row.number);
    field.set_type(row.kind);
    field.set_label(row.is_list ? FieldDescriptorProto::LABEL_REPEATED
                                : FieldDescriptorProto::LABEL_OPTIONAL);
    if (*row.type != '\0') field.set_type_name(row.type);
  }
  return message;
}

void add_enum(DescriptorProto& message, const char* name, std::initializer_list<const char*> values) {
  auto& list = *message.add_enum_type();
  list.set_name(name);
  int number = 0;
  for (const char* value : values) {
    auto& one = *list.add_value();
    one.set_name(value);
    one.set_number(number++);
  }
}

// The parts of Foxglove's schemas (github.com/foxglove/foxglove-sdk, schemas/proto) that are written here; names and numbers are theirs.
FileDescriptorProto foxglove_file() {
  constexpr const char *kTime = ".google.protobuf.Timestamp", *kPose = ".foxglove.Pose",
                       *kColor = ".foxglove.Color", *kPoint = ".foxglove.Point3";
  FileDescriptorProto file;
  file.set_name("foxglove/SceneUpdate.proto");
  file.set_package("foxglove");
  file.set_syntax("proto3");
  file.add_dependency("google/protobuf/duration.proto");
  file.add_dependency("google/protobuf/timestamp.proto");
  for (const char* name : {"Vector3", "Point3"})
    add_message(file, name, {{"x", 1, kDouble}, {"y", 2, kDouble}, {"z", 3, kDouble}});
  add_message(file, "Quaternion",
              {{"x", 1, kDouble}, {"y", 2, kDouble}, {"z", 3, kDouble}, {"w", 4, kDouble}});
  add_message(
      file, "Pose",
      {{"position", 1, kMessage, ".foxglove.Vector3"}, {"orientation", 2, kMessage, ".foxglove.Quaternion"}});
  add_message(file, "Color", {{"r", 1, kDouble}, {"g", 2, kDouble}, {"b", 3, kDouble}, {"a", 4, kDouble}});
  add_message(file, "KeyValuePair", {{"key", 1, kText}, {"value", 2, kText}});
  add_message(file, "CubePrimitive",
              {{"pose", 1, kMessage, kPose},
               {"size", 2, kMessage, ".foxglove.Vector3"},
               {"color", 3, kMessage, kColor}});
  add_enum(add_message(file, "LinePrimitive",
                       {{"type", 1, kEnum, ".foxglove.LinePrimitive.Type"},
                        {"pose", 2, kMessage, kPose},
                        {"thickness", 3, kDouble},
                        {"scale_invariant", 4, kBool},
                        {"points", 5, kMessage, kPoint, true},
                        {"color", 6, kMessage, kColor},
                        {"colors", 7, kMessage, kColor, true},
                        {"indices", 8, kFixed32, "", true}}),
           "Type", {"LINE_STRIP", "LINE_LOOP", "LINE_LIST"});
  add_message(file, "TextPrimitive",
              {{"pose", 1, kMessage, kPose},
               {"billboard", 2, kBool},
               {"font_size", 3, kDouble},
               {"scale_invariant", 4, kBool},
               {"color", 5, kMessage, kColor},
               {"text", 6, kText}});
  add_message(file, "SceneEntity",
              {{"timestamp", 1, kMessage, kTime},
               {"frame_id", 2, kText},
               {"id", 3, kText},
               {"lifetime", 4, kMessage, ".google.protobuf.Duration"},
               {"frame_locked", 5, kBool},
               {"metadata", 6, kMessage, ".foxglove.KeyValuePair", true},
               {"cubes", 8, kMessage, ".foxglove.CubePrimitive", true},
               {"lines", 11, kMessage, ".foxglove.LinePrimitive", true},
               {"texts", 13, kMessage, ".foxglove.TextPrimitive", true}});
  add_enum(add_message(file, "SceneEntityDeletion",
                       {{"timestamp", 1, kMessage, kTime},
                        {"type", 2, kEnum, ".foxglove.SceneEntityDeletion.Type"},
                        {"id", 3, kText}}),
           "Type", {"MATCHING_ID", "ALL"});
  add_message(file, "SceneUpdate",
              {{"deletions", 1, kMessage, ".foxglove.SceneEntityDeletion", true},
               {"entities", 2, kMessage, ".foxglove.SceneEntity", true}});
  return file;
}

}  // namespace

McapSchema schema_of(const google::protobuf::Descriptor& message) {
  FileDescriptorSet set;
  std::set<std::string> added;
  add_file(*message.file(), set, added);
  return {message.full_name(), "protobuf", set.SerializeAsString()};
}

McapSchema scene_update_schema() {
  FileDescriptorSet set;
  std::set<std::string> added;
  add_file(*google::protobuf::Duration::descriptor()->file(), set, added);
  add_file(*google::protobuf::Timestamp::descriptor()->file(), set, added);
  *set.add_file() = foxglove_file();
  return {"foxglove.SceneUpdate", "protobuf", set.SerializeAsString()};
}

}  // namespace backlot::recording::internal
