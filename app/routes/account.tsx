// Layout of the pages below /account. Error messages appear below the links between these pages.
export {
  AccountArea as default,
  AccountFault as ErrorBoundary,
  accountAreaHandle as handle,
  accountAreaHeaders as headers,
  accountAreaMeta as meta,
} from "../portfolio/account-area.tsx";
