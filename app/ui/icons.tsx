// The icons, which are decorative. A page contains only a reference to each: browsers load and store `icons.svg` once.
import sprite from "./icons.svg?url";

export type Icon = (props: { className?: string }) => React.ReactElement;

function createIcon(name: string): Icon {
  return ({ className }) => (
    <svg className={className === undefined ? "icon" : `icon ${className}`} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

export const Activity = createIcon("activity");
export const ArrowUpDown = createIcon("arrow-up-down");
export const Bell = createIcon("bell");
export const Blocks = createIcon("blocks");
export const Bookmark = createIcon("bookmark");
export const Boxes = createIcon("boxes");
export const BriefcaseBusiness = createIcon("briefcase-business");
export const ChartCandlestick = createIcon("chart-candlestick");
export const ChartLine = createIcon("chart-line");
export const ChartNoAxesColumn = createIcon("chart-no-axes-column");
export const ChartNoAxesCombined = createIcon("chart-no-axes-combined");
export const ChartSpline = createIcon("chart-spline");
export const Check = createIcon("check");
export const ChevronDown = createIcon("chevron-down");
export const CircleAlert = createIcon("circle-alert");
export const CircleDashed = createIcon("circle-dashed");
export const CircleX = createIcon("circle-x");
export const CodeXml = createIcon("code-xml");
export const FileCheck = createIcon("file-check");
export const Gauge = createIcon("gauge");
export const House = createIcon("house");
export const Info = createIcon("info");
export const Mail = createIcon("mail");
export const Megaphone = createIcon("megaphone");
export const MessageSquare = createIcon("message-square");
export const MonitorSmartphone = createIcon("monitor-smartphone");
export const Plus = createIcon("plus");
export const Power = createIcon("power");
export const ReceiptText = createIcon("receipt-text");
export const RefreshCw = createIcon("refresh-cw");
export const Search = createIcon("search");
export const SlidersHorizontal = createIcon("sliders-horizontal");
export const Star = createIcon("star");
export const TriangleAlert = createIcon("triangle-alert");
export const UserRound = createIcon("user-round");
export const UsersRound = createIcon("users-round");
export const Wallet = createIcon("wallet");
export const Webhook = createIcon("webhook");
export const X = createIcon("x");
