// Things at the wayside as small symbols: trees, signs, signal heads.
#pragma once

#include <vector>

#include "backlot/draw/internal/network_canvas.h"
#include "backlot/draw/internal/network_entries.h"
#include "backlot/draw/internal/network_labels.h"

namespace backlot::draw::internal {

// One symbol of a sign, upright, with its centre at a place; `size` is about its height.
void draw_sign_glyph(Sheet& sheet, network::FeatureKind kind, const SheetPoint& at, double size);
// Three lights in a housing; the rim tells the group.
void draw_head_glyph(Sheet& sheet, const SheetPoint& at, double size, const char* rim);
void draw_tree_glyph(Sheet& sheet, const SheetPoint& at, double radius);

// All features that are not drawn by their outlines, and a sign or signal head at each approach with a control that
// asks for one that no feature gives. The symbols take their places in `room`, so that names keep off them.
void draw_wayside(NetworkCanvas& canvas, const std::vector<Approach>& approaches, LabelRoom& room);

}  // namespace backlot::draw::internal
