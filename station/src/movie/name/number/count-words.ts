/** The words of many languages that count seasons and episodes: Temporada 2, 2. Sezon, 3ª temporada, Folge 12, 15. Bölüm, odc. 7, Episodi 1-2. */

const foreignSeason = String.raw`staffel|saison|temporada|stagione|sezon(?:a|ul)?|sezóna|seizoen|säsong|sesong|sæson|évad|kausi|сезон|σεζόν|κύκλος|phần|الموسم|עונה`
export const seasonWord = String.raw`season|${foreignSeason}`
/** English counts none with a dot. */
const ofOrdinals = String.raw`${foreignSeason}|s[eé]rie|řada`
export const episodeWord = String.raw`episode|épisode|episodio|epis[oó]dio|episod(?:ul)?|folge|aflevering|avsnitt|odcinek|серия|серія|выпуск|епизод|cap[ií]tulo|puntata|afsnit|jakso|b[oö]l[uü]m|díl|epizoda|rész|επεισόδιο|tập|الحلقة|פרק|ตอนที่`
const one = episodeWord
const short = String.raw`odc\.|cap\.|kap\.|flg\.|afl\.|épis\.`
const many = String.raw`episodes|épisodes|episodi|episodios|epis[oó]dios|folgen|afleveringen|odcinki|серии|серий|серії|выпуски|cap[ií]tulos|puntate|epizody`
/** Nothing else may follow: 2.ª, 15., 3e, 2-й. */
const sign = String.raw`(?:\.?[ªº°]\.?|\.|-?(?:й|я|ая|ый)|è?re|[eè]me|e|a|th|nd|rd|st)`
const start = String.raw`(?<![\p{L}\p{N}])`
const end = String.raw`(?![A-Za-z0-9])`

/** 2. Sezon, 3ª Temporada, 3e saison; not 2.Season.1, where dots stand for spaces. */
export const ordinalSeason = new RegExp(
  String.raw`${start}(\d{1,2})${sign}[\s_]?(?:${ofOrdinals})(?![\p{L}\p{N}]|[\s._]*\d{1,4}(?!\d|${sign}?[\s._]?(?:${one})))`,
  'iu',
)

/** The word before its number, or behind it. */
export const episodesInWords: readonly RegExp[] = [
  new RegExp(String.raw`${start}(?:${many})[\s.]?(?<first>\d{1,4})\s?[-–]\s?(?<last>\d{1,4})${end}`, 'iu'),
  new RegExp(
    String.raw`${start}(?:${one})(?!\s[1-9]\s\p{L}[^[\]]*\s\p{L}[^[\]]*\s[(]?(?:19|20)\d\d)[\s_]?(?:-[\s_])?(?<first>\d{1,4})${end}`,
    'iu',
  ),
  new RegExp(
    String.raw`${start}(?:${one.replace('episode|', '')})[._](?<first>\d{1,4})${end}|${start}episode[._](?<first2>0\d|(?!(?:19|20)\d\d)\d{2,4})${end}`,
    'iu',
  ),
  new RegExp(String.raw`(?<=\p{L}.*)${start}(?:${short})\s?(?<first>\d{1,4})${end}`, 'iu'),
  new RegExp(String.raw`${start}제?(?<first>\d{1,4})(?:-(?<last>\d{1,4}))?[\s._-]?(?:화|회)(?!\p{L})`, 'iu'),
  // A count without its first number (2 серии) tells how many there are.
  new RegExp(
    String.raw`${start}(?<first>\d{1,4})(?:\s?[(]\d{1,4}[)])?[\s._-]?(?:серия|серія|выпуск)(?!\p{L})|${start}(?<first2>\d{1,4})-(?<last2>\d{1,4})[\s._-]?(?:серии|серий|серії)(?!\p{L})`,
    'iu',
  ),
  new RegExp(
    String.raw`${start}(?<first>\d{1,4})(?:${sign}[\s_]?|[\s._-])(?:b[oö]l[uü]m|díl|rész|epizoda|puntata|folge|avsnitt|afsnit|jakso|odcinek)(?![\p{L}\p{N}])(?![\s._]*\d{1,3}(?![\dpk]))`,
    'iu',
  ),
]
