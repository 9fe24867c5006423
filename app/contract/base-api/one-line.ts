// Schema of one line of text, such as a name.

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it must find
export const ONE_LINE = /^[^\u0000-\u001f\u007f]*$/;
