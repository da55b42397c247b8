/** Words of three letters are forgiven a typo too: those that threads and people's names hold already are counted, each with itself less one letter. */
import { PostgresAdapter, sql, type Kysely } from 'kysely'

const atOnce = 500
const dense = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const sources = isPostgres
    ? [
        { mark: '', table: 'thread_words', no: 'thread_id', words: 'whole' },
        { mark: '@', table: 'people_words', no: 'no', words: 'words' },
      ]
    : [
        { mark: '', table: 'thread_words', no: 'rowid', words: 'whole' },
        { mark: '@', table: 'people_words', no: 'rowid', words: 'words' },
      ]
  const counts = new Map<string, number>()
  for (const { mark, table, no, words } of sources) {
    const text = isPostgres ? sql`array_to_string(tsvector_to_array(${sql.ref(words)}), ' ')` : sql.ref(words)
    for (let last = 0; ;) {
      const { rows } = await sql<{
        no: number
        words: string
      }>`select ${sql.ref(no)} as no, ${text} as words from ${sql.table(table)}
        where ${sql.ref(no)} > ${isPostgres ? last : sql`cast(${last} as integer)`} order by ${sql.ref(no)} limit ${sql.lit(atOnce)}`.execute(
        db,
      )
      for (const row of rows)
        for (const word of new Set(row.words.split(' ').filter(isShort)))
          counts.set(`${mark}${word}`, (counts.get(`${mark}${word}`) ?? 0) + 1)
      const end = rows.at(-1)
      if (!end) break
      last = end.no
    }
  }
  for (const [word, threads] of counts) {
    await sql`insert into search_words (word, threads) values (${word}, ${threads})`.execute(db)
    const mark = word.startsWith('@') ? '@' : ''
    for (const form of formsOf(word.slice(mark.length)))
      await sql`insert into search_forms (form, word) values (${`${mark}${form}`}, ${word})`.execute(db)
  }
}

function isShort(word: string): boolean {
  return [...word].length === 3 && !dense.test(word) && !/\d/.test(word)
}

function formsOf(word: string): string[] {
  const letters = [...word]
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])]
}
