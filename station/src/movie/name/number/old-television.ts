/** Episodes as groups wrote them before S01E01: cheers.812, tbbt.0305; and parts of mini-series whose number is a word. */

/** They stand before a number of their own: area.407, room.104. */
const counted =
  'room|area|cell|zone|case|flight|apartment|apt|unit|agent|route|highway|level|sector|district|class|section|gate|squad|bus|train|studio|fahrenheit|apollo|channel|movie|film|part|chapter|vol|number|no|operation|project|camp|ward|stalag|formula|boeing|platoon|line|track|stage|block|plan|code|mission|the'
const behind = String.raw`(?=$|\.(?:hdtv|pdtv|dsr|sdtv|tv-?rip|dvd-?rip|dvd|ws|xvid|divx|real|proper|repack|internal)(?![a-z]))`

export const oldTelevision: readonly RegExp[] = [
  // The title is in small letters, with dots.
  new RegExp(
    String.raw`(?<=^[a-z][a-z\d'.-]*[a-z\d](?<![.^-](?:${counted})|^(?:${counted})))\.(?!1024)(?<season>[1-9]|1[0-8])(?<first>(?!00)[0-2]\d)${behind}`,
    'u',
  ),
  // SOPRANOS.413: all in capitals.
  new RegExp(
    String.raw`(?<=^[A-Z][A-Z\d'.-]*[A-Z\d](?<![.^-](?:${counted.toUpperCase()})|^(?:${counted.toUpperCase()})))\.(?<season>[1-9]|1[0-8])(?<first>(?!00)[0-2]\d)(?=$|\.(?:HDTV|PDTV|DSR|TV-?RIP|DVD-?RIP|DVD|WS|XVID|DIVX|REAL|PROPER|REPACK|INTERNAL)(?![A-Z]))`,
    'u',
  ),
  new RegExp(String.raw`(?<=^[A-Za-z][\w'.-]*[A-Za-z]\w*)\.0(?<season>[1-9])(?<first>(?!00)[0-2]\d)${behind}`, 'iu'),
  // The Pacific - Part Nine: no film of so many parts writes its number so, without a year.
  /(?<!(?:19|20)\d\d.*)(?<![\p{L}\p{N}])(?:part|pt)[\s._](?<first>five|six|seven|eight|nine|ten|eleven|twelve)(?![\p{L}\p{N}])(?!.*(?<!\d)(?:19|20)\d\d(?!\d))/iu,
  /(?<!(?:19|20)\d\d.*)(?<![\p{L}\p{N}])Pt[\s._](?<first>VI{0,3}|IX|XI{0,2})(?![\p{L}\p{N}])(?!.*(?<!\d)(?:19|20)\d\d(?!\d))/u,
]

const words = ['five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const romans = ['V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']

/** nine, IX; undefined: another text. */
export function numberInWords(text: string): number | undefined {
  const at = Math.max(words.indexOf(text.toLowerCase()), romans.indexOf(text))
  return at < 0 ? undefined : at + 5
}
