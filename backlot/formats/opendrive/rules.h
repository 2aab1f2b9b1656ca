// The rules that lint() checks: our codes, and ASAM's names for them.
#pragma once

#include <string_view>

namespace backlot::formats::opendrive {

struct Rule {
  std::string_view code;
  std::string_view name;
};

// ---- the file
inline constexpr Rule kHeaderPresent{"X210", "asam.net:xodr:1.0.0:xml.fileheader_is_present"};
inline constexpr Rule kVersionDefined{"X211", "asam.net:xodr:1.0.0:xml.version_is_defined"};
inline constexpr Rule kValidSchema{"X212", "asam.net:xodr:1.0.0:xml.valid_schema"};
inline constexpr Rule kUniqueIds{"X213", "asam.net:xodr:1.4.0:ids.id_unique_in_class"};
inline constexpr Rule kDefinedIds{"X214", "asam.net:xodr:1.4.0:ids.only_ref_defined_ids"};

// ---- the reference line
inline constexpr Rule kLengths{"X220", "asam.net:xodr:1.9.0:road.geometry.s-value_sum"};
inline constexpr Rule kNoGaps{"X221", "asam.net:xodr:1.4.0:road.geometry.refline_no_gaps"};
inline constexpr Rule kNoKinks{"X222", "asam.net:xodr:1.4.0:road.geometry.refline_no_kinks"};
inline constexpr Rule kContactPoint{"X223", "asam.net:xodr:1.7.0:road.geometry.contact_point"};
inline constexpr Rule kCurveLength{"X224", "asam.net:xodr:1.7.0:road.geometry.parampoly3.length_match"};
inline constexpr Rule kArcLengthRange{"X225", "asam.net:xodr:1.7.0:road.geometry.parampoly3.arclength_range"};
inline constexpr Rule kCurveParameters{"X226",
                                       "asam.net:xodr:1.7.0:road.geometry.parampoly3.valid_parameters"};

// ---- profiles
inline constexpr Rule kRedundant{"X230", "asam.net:xodr:1.7.0:performance.avoid_redundant_info"};
inline constexpr Rule kSurfaceAlone{"X231",
                                    "asam.net:xodr:1.8.0:road.cross_section_surface.no_shape_superelevation"};

// ---- lanes
inline constexpr Rule kLevel{"X240", "asam.net:xodr:1.7.0:road.lane.level_true_one_side"};
inline constexpr Rule kAccess{"X241", "asam.net:xodr:1.7.0:road.lane.access.no_mix_of_deny_or_allow"};
inline constexpr Rule kBorderOverlap{"X242", "asam.net:xodr:1.4.0:road.lane.border.overlap_with_inner_lanes"};
inline constexpr Rule kWidthPositive{"X243", "asam.net:xodr:1.4.0:road.lane.width.lane_width_validity"};
inline constexpr Rule kWidthDefined{"X244",
                                    "asam.net:xodr:1.7.0:road.lane.width.width_defined_whole_section"};
inline constexpr Rule kLaneOrder{"X245", "asam.net:xodr:1.4.0:road.lane.lane_order_no_gaps"};
inline constexpr Rule kSectionLength{"X246", "asam.net:xodr:1.4.0:road.lane_section.valid_length"};

// ---- links
inline constexpr Rule kLinkBothWays{"X250", "asam.net:xodr:1.4.0:road.lane.link.lanes_across_lane_sections"};
inline constexpr Rule kNewLane{"X251", "asam.net:xodr:1.4.0:road.lane.link.new_lane_appear"};
inline constexpr Rule kZeroWidthStart{"X252", "asam.net:xodr:1.7.0:road.lane.link.zero_width_at_start"};
inline constexpr Rule kZeroWidthEnd{"X253", "asam.net:xodr:1.7.0:road.lane.link.zero_width_at_end"};
inline constexpr Rule kLanesMeet{"X254",
                                 "asam.net:xodr:1.7.0:lane_smoothness.contact_point_no_horizontal_gaps"};
inline constexpr Rule kLinksAgree{"X255", "asam.net:xodr:1.9.0:road.linkage.both_sides_consistency"};
inline constexpr Rule kJunctionNeeded{"X256", "asam.net:xodr:1.4.0:road.linkage.is_junction_needed"};

// ---- junctions
inline constexpr Rule kNoIncoming{"X260",
                                  "asam.net:xodr:1.4.0:junctions.connection.connect_road_no_incoming_road"};
inline constexpr Rule kOneLink{"X261", "asam.net:xodr:1.8.0:junctions.connection.one_link_to_incoming"};
inline constexpr Rule kStartAlong{"X262", "asam.net:xodr:1.7.0:junctions.connection.start_along_linkage"};
inline constexpr Rule kEndOpposite{"X263", "asam.net:xodr:1.7.0:junctions.connection.end_opposite_linkage"};
inline constexpr Rule kLinkedRoad{"X264", "asam.net:xodr:1.7.0:junctions.type_default_no_linked_road"};
inline constexpr Rule kConnectingRoad{"X265", "asam.net:xodr:1.7.0:junctions.type_direct_no_conn_road"};

// ---- objects and signals
inline constexpr Rule kOutlineCorners{"X270",
                                      "asam.net:xodr:1.7.0:road.object.outline.outline_followed_by_corner"};
inline constexpr Rule kLocalCorners{"X271", "asam.net:xodr:1.7.0:road.corner_local.element_min_amount"};
inline constexpr Rule kRoadCorners{"X272", "asam.net:xodr:1.7.0:road.corner_road.element_min_amount"};
inline constexpr Rule kCornerReference{
    "X273", "asam.net:xodr:1.7.0:road.object.marking.no_cornerreference_if_no_outline"};
inline constexpr Rule kObjectParts{"X274", "asam.net:xodr:1.8.0:road.object.attributes"};
inline constexpr Rule kSkeleton{"X275",
                                "asam.net:xodr:1.8.0:road.object.skeleton.polyline_followed_by_vertex"};
inline constexpr Rule kMultiBoard{"X280",
                                  "asam.net:xodr:1.8.0:road.signal.boards.multi_board_have_sub_boards"};

}  // namespace backlot::formats::opendrive
