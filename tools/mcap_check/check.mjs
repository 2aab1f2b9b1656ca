// Reads a recording with @mcap/core, an MCAP reader that is not ours, and compares it with the tables that Backlot wrote of the same recording.
// Usage: node check.mjs RECORDING TABLES
import { readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { createRequire } from "node:module";
import { McapIndexedReader, McapStreamReader } from "@mcap/core";
import { crc32 } from "@foxglove/crc";
import { decompress } from "fzstd";
import { Forecast } from "./forecast.mjs";

const require = createRequire(import.meta.url);
const protobuf = require("protobufjs");
const descriptor = require("protobufjs/ext/descriptor");

const [file, tables] = process.argv.slice(2);
const unpack = { zstd: (buffer, size) => decompress(buffer, new Uint8Array(Number(size))) };

function must(condition, text) {
  if (!condition) {
    console.error(`${file}: ${text}`);
    process.exit(1);
  }
}

// ---- From the beginning to the end: every record, every checksum

const bytes = readFileSync(file);
const kinds = {};
const stream = new McapStreamReader({ decompressHandlers: unpack, validateCrcs: true });
stream.append(bytes);
let dataEnd;
for (let record; (record = stream.nextRecord()) !== undefined;) {
  kinds[record.type] = (kinds[record.type] ?? 0) + 1;
  if (record.type === "DataEnd") dataEnd = record;
}
must(stream.done(), "the stream reader did not come to the end");
for (const kind of ["Header", "Schema", "Channel", "Message", "MessageIndex", "ChunkIndex", "Attachment", "AttachmentIndex", "Metadata", "MetadataIndex", "Statistics", "SummaryOffset", "DataEnd", "Footer"])
  must(kinds[kind] > 0, `there is no record ${kind}`);
// The checksum of the data covers all up to its own record: 1 byte of kind, 8 of length, 4 of the checksum.
const summaryStart = Number(new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 8 - 20).getBigUint64(0, true));
must(dataEnd.dataSectionCrc !== 0, "the data has no checksum");
must(crc32(bytes.subarray(0, summaryStart - 13)) === dataEnd.dataSectionCrc, "the checksum of the data is wrong");

// ---- By the index

const handle = await open(file);
const size = BigInt((await handle.stat()).size);
const readable = {
  size: async () => size,
  read: async (offset, length) => {
    const buffer = new Uint8Array(Number(length));
    await handle.read(buffer, 0, buffer.length, Number(offset));
    return buffer;
  },
};
const reader = await McapIndexedReader.Initialize({ readable, decompressHandlers: unpack });
const types = new Map();
for (const [number, schema] of reader.schemasById) {
  must(schema.encoding === "protobuf", `schema ${schema.name} is no protobuf`);
  const root = protobuf.Root.fromDescriptor(descriptor.FileDescriptorSet.decode(schema.data));
  types.set(number, root.lookupType(schema.name));
}

const counts = new Map();
const forecast = new Forecast();
const columns = ["id", "kind", "strip", "distance_m", "offset_m", "x_m", "y_m", "z_m", "heading_x", "heading_y", "length_m", "width_m", "speed_mps", "acceleration_mps2", "by_place"];
const now = {};
const rows = []; // as in frames.csv
let frames = 0, cubes = 0, objectsInPictures = 0, events = 0, lastCount = 0, roads = 0;
for await (const message of reader.readMessages({ validateCrcs: true })) {
  counts.set(message.channelId, (counts.get(message.channelId) ?? 0n) + 1n);
  const channel = reader.channelsById.get(message.channelId);
  const value = types.get(channel.schemaId).decode(message.data);
  if (channel.topic === "/events") ++events;
  if (channel.topic === "/road") roads += value.entities.reduce((sum, entity) => sum + entity.lines.length, 0);
  if (channel.topic === "/scene") {
    cubes += value.entities.reduce((sum, entity) => sum + entity.cubes.length, 0);
    objectsInPictures += lastCount;
  }
  if (channel.topic !== "/frames") continue;
  ++frames;
  for (const name of columns) if (value[name].length > 0 || value.count === 0) now[name] = value[name];
  lastCount = value.count;
  forecast.take(value, now);
  const time = Number(value.time_ns.toString()) / 1e9;
  for (const k of now.by_place)
    rows.push({ time_s: time, id: now.id[k].low >>> 0, x_m: now.x_m[k], y_m: now.y_m[k], length_m: now.length_m[k],
      heading_rad: Math.atan2(now.heading_y[k], now.heading_x[k]), speed_mps: now.speed_mps[k], acceleration_mps2: now.acceleration_mps2[k] });
}
await handle.close();

const statistics = reader.statistics;
must(statistics !== undefined, "there are no statistics");
const total = [...counts.values()].reduce((a, b) => a + b, 0n);
must(total === statistics.messageCount, `${total} messages were read, the statistics say ${statistics.messageCount}`);
must(Number(total) === kinds.Message, `${total} messages by the index, ${kinds.Message} in the stream`);
for (const [channel, count] of statistics.channelMessageCounts)
  must((counts.get(channel) ?? 0n) === count, `channel ${channel}: ${counts.get(channel)} messages, the statistics say ${count}`);
must(statistics.attachmentCount === kinds.Attachment && statistics.metadataCount === kinds.Metadata, "the statistics count other attachments or metadata");
must(statistics.chunkCount === kinds.ChunkIndex, "the statistics count other chunks");
must(frames > 0 && cubes > 0 && roads > 0, "there are no frames, no pictures or no road");
must(cubes === objectsInPictures, `${cubes} boxes are drawn, ${objectsInPictures} objects were there`);

// ---- Against the tables

const csv = readFileSync(`${tables}/frames.csv`, "utf8").trimEnd().split("\n").map((line) => line.split(","));
const head = csv.shift();
must(csv.length === rows.length, `frames.csv has ${csv.length} rows, the recording ${rows.length}`);
csv.forEach((cells, k) => {
  for (const [name, value] of Object.entries(rows[k])) {
    const cell = cells[head.indexOf(name)];
    must(cell !== undefined, `frames.csv has no column ${name}`);
    const decimals = (cell.split(".")[1] ?? "").length;
    const off = Math.abs(Number(cell) - value);
    must(off <= 0.5000001 * 10 ** -decimals + 1e-12 * Math.abs(value), `row ${k + 1}: ${name} is ${cell} in frames.csv, ${value} in the recording`);
  }
});
const eventRows = readFileSync(`${tables}/events.csv`, "utf8").trimEnd().split("\n").length - 1;
must(eventRows === events, `events.csv has ${eventRows} rows, the recording ${events} events`);

console.log(`${file}: ${total} messages in ${statistics.chunkCount} chunks, ${frames} frames with ${rows.length} rows equal to frames.csv, ${events} events, ${cubes} boxes, ${roads} lines of road; all checksums right`);
