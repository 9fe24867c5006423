// Tables of the binary packets for the socket pages, generated from the packet layout in the contract.
import {
  DEPTH_CODES,
  DEPTH_HEADER,
  DEPTH_ROW,
  type Fields,
  FULL_LEVEL,
  FULL_LEVEL_BYTES,
  FULL_LEVELS,
  FULL_LEVELS_OFFSET,
  MARKET_HEADER,
  MARKET_PACKETS,
} from "../contract/trading-api/packets.ts";
import { PACKET_FIELD_DESCRIPTIONS } from "../contract/trading-api/sockets.ts";
import { type Block, type Section, tableBlock } from "./blocks.ts";

const BYTES: Record<string, number> = { u8: 1, u16: 2, u32: 4, i16: 2, i32: 4, f32: 4, f64: 8 };

const TITLES: Record<keyof typeof MARKET_PACKETS, string> = {
  ticker: "Ticker",
  quote: "Quote",
  openInterest: "Open interest",
  previousClose: "Previous close",
  marketStatus: "Market status",
  full: "Full",
  disconnect: "Disconnect",
};

const PACKETS = Object.entries(MARKET_PACKETS).map(([kind, packet]) => ({
  kind,
  title: TITLES[kind as keyof typeof MARKET_PACKETS],
  ...packet,
}));

const layout = (caption: string, fields: Fields) =>
  tableBlock(
    caption,
    ["Offset", "Type", "Bytes", "Field"],
    Object.entries(fields).map(([name, [type, offset]]) => [
      offset,
      type,
      BYTES[type] ?? 0,
      PACKET_FIELD_DESCRIPTIONS[name] ?? name,
    ]),
    [1],
  );

function packetSection({ kind, title, code, bytes, fields }: (typeof PACKETS)[number]): Section {
  const hasFields = Object.keys(fields).length > 0;
  const blocks: Block[] = [
    hasFields
      ? { ...layout(`${title} packet`, fields), isCaptionHidden: true }
      : { kind: "text", text: "This packet has only the header." },
  ];
  if (kind === "full")
    blocks.push(
      {
        kind: "text",
        text: `From byte ${FULL_LEVELS_OFFSET} on, the packet has ${FULL_LEVELS} levels of ${FULL_LEVEL_BYTES} bytes each, best level first.`,
      },
      layout("One level", FULL_LEVEL),
    );
  return { id: `packet-${kind}`, title: `${title}, code ${code}, ${bytes} bytes`, level: 3, blocks };
}

export const PACKET_INSERTS = {
  "market-header": () => [layout("Header of every packet", MARKET_HEADER)],
  "market-packets": () => PACKETS.map(packetSection),
  "depth-header": () => [layout("Header", DEPTH_HEADER)],
  "depth-row": () => [layout("One row", DEPTH_ROW)],
  "feed-codes": () => [
    tableBlock(
      "Feed response codes",
      ["Code", "Packet"],
      [
        ...PACKETS.map(({ code, title, bytes }) => [code, `${title}, ${bytes} bytes`]),
        [DEPTH_CODES.bid, "20 and 200 market depth: bids"],
        [DEPTH_CODES.ask, "20 and 200 market depth: offers"],
      ],
    ),
  ],
};
