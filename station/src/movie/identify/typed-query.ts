/** Reads the text that a person typed or pasted to find a film: an id, an address, the text of a Douban share, or a title with or without a year. */

/** ids.tmdb: movie/603, tv/1399, or 603 where the kind is not known. */
export type TypedQuery =
  | { kind: 'id'; tmdb: string; imdb: string }
  | { kind: 'title'; title: string; year: number | null; isDouban: boolean }
  | { kind: 'douban_bare' }

const yearPart = String.raw`(?:18[89]\d|19\d\d|20\d\d)`

export function readTypedQuery(text: string): TypedQuery {
  const query = text.normalize('NFKC').trim()
  return readId(query) ?? readDouban(query) ?? { kind: 'title', isDouban: false, ...titleAndYear(query) }
}

function readId(query: string): TypedQuery | undefined {
  const address = /themoviedb\.org\/(?:[a-z]{2}(?:-[A-Z]{2})?\/)?(movie|tv)\/([1-9]\d{0,9})/i.exec(query)
  if (address) return { kind: 'id', tmdb: `${address[1]?.toLowerCase()}/${address[2]}`, imdb: '' }
  const imdb = /(?:imdb\.com\/(?:[a-z]{2}\/)?title\/|^|\bimdb[-:= ]?(?:id)?\s*)(tt\d{7,9})\b/i.exec(query)?.[1]
  if (imdb !== undefined) return { kind: 'id', tmdb: '', imdb: imdb.toLowerCase() }
  const key = /^(?:tmdb(?:id)?[-:=\s]*)?(movie|tv)\s*[/:\s]\s*([1-9]\d{0,9})$/i.exec(query)
  if (key) return { kind: 'id', tmdb: `${key[1]?.toLowerCase()}/${key[2]}`, imdb: '' }
  const bare = /^[[{(]?tmdb(?:id)?[-:=#\s]*([1-9]\d{0,9})[\]})]?$/i.exec(query)?.[1]
  return bare === undefined ? undefined : { kind: 'id', tmdb: bare, imdb: '' }
}

/** A share of Douban's app: 《肖申克的救赎》(1994)…https://movie.douban.com/subject/1292052/ */
function readDouban(query: string): TypedQuery | undefined {
  if (!/douban\.com|豆瓣/i.test(query)) return undefined
  const rest = query.replace(/https?:\/\/\S+|\b\w+\.douban\.com\S*/gi, ' ').replace(/[((]?豆瓣(?:电影|評分|评分)?[))]?/g, ' ')
  const inMarks = /《([^》]+)》/.exec(rest)?.[1]?.trim()
  const { title, year } = titleAndYear(rest.replace(/[《》]/g, ' '))
  const name = inMarks ?? title
  if (name === '') return { kind: 'douban_bare' }
  const anyYear = new RegExp(`(?<!\\d)${yearPart}(?!\\d)`).exec(rest.replace(inMarks ?? '', ' '))?.[0]
  return { kind: 'title', title: name, year: anyYear === undefined ? year : Number(anyYear), isDouban: true }
}

/** A year at the end, bare or in brackets; a title that is a year stays one. */
function titleAndYear(text: string): { title: string; year: number | null } {
  const plain = text.replace(/\s+/g, ' ').trim()
  const match = new RegExp(
    `^(.+?)[\\s,·]*[([【]\\s*(${yearPart})\\s*年?[^)\\]】]{0,20}[)\\]】]\\s*$|^(.+?)[\\s,·]+(${yearPart})年?$`,
  ).exec(plain)
  const title = match?.[1] ?? match?.[3]
  const year = match?.[2] ?? match?.[4]
  return title === undefined || year === undefined ? { title: plain, year: null } : { title: title.trim(), year: Number(year) }
}
