/** Letters of several signs, as people see them (UAX 29, extended grapheme clusters): an emoji, a flag, a letter with its marks. */
export const graphemes = [
  '👨‍👩‍👧‍👦',
  '🇩🇪',
  '👍🏽',
  'क्ष',
  'e\u0301\u0323',
  '각',
  '❤️',
  '1️⃣',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'ก็',
  '流',
]
