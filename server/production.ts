// Selects React's production build unless the operator sets NODE_ENV. This module is imported first, because React
// chooses its build when it is loaded.
if (import.meta.url.endsWith(".js")) process.env.NODE_ENV ||= "production";
