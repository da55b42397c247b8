/** Signs of Unicode that turn the direction of the text after them (UAX 9). */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** 'gpj.exe' would read 'exe.jpg'. */
export const withoutTurns = (name: string): string => name.replaceAll(turns, '')
