/** Bulk forum rows as the cloud writes them, half of them Chinese; one thread of 100 replies, one of 10,000, and one user who reads, likes and adds favourites. */
import { createHash } from 'node:crypto'
import { numbers } from './databases.ts'

export const people = 100
/** A second-level board, and its parent. */
export const board = 213
const boardAbove = 202
export const hundred = 7
export const tenThousand = 8

const isChinese = 'i % 2 = 0'
const author = "'-p' || (i % 100 + 1)"
const either = (zh: string, en: string) => `case when ${isChinese} then ${zh} else ${en} end`

/** PostgreSQL has no estimate for the beginning of a word where a table has fewer than 100 words that are common, which a forum of this size has. */
const days = 90

/** The cloud tokenizer's output for the texts below. */
const titleTokens = either(
  `'磁力 力链 链接 接下 下载 载第 第 ' || i || ' 帖'`,
  `'magnet links in the harbour thread ' || i || ' about topic' || (i % 1000)`,
)
const textTokens = either(
  `' 换了 了路 路由 由器 器以 以后 后没 没有 有速 速度 度'`,
  `' no speed at all since new router came on day' || (i % ${days})`,
)
const words = ['magnet', 'links', 'harbour', 'thread', 'about', 'speed', 'since', 'router', 'came']

export function userRows(): string[] {
  const forms = words.flatMap((word) =>
    [word, ...[...word].map((_, at) => word.slice(0, at) + word.slice(at + 1))].map((form) => [form, word]),
  )
  const pairs = [...new Set(forms.map(([form, word]) => `('${form}', '${word}')`))]
  return [
    `${numbers(people)} insert into users (user_id, username, name_key, password_hash, nickname, avatar, gender, birthday, region, phone, area_code, email, created_at)
     select '-p' || i, 'person ' || i, 'person ' || i, '', 'Person ' || i, '', 'private', '', '', '', '', '', i from n`,
    `insert into search_words (word, threads) values ${words.map((word) => `('${word}', 50000)`).join(', ')}`,
    `insert into search_forms (form, word) values ${pairs.join(', ')}`,
  ]
}

/** Tokens of the data set's users; each user makes requests with their own. */
export const tokens = Array.from({ length: people }, (_, nth) => `bench-token-${nth + 1}`)

/** The hash that the cloud stores for a token. */
const tokenHashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Each user is signed in, blocks the next one except the authors of the two long threads, and likes every third reply of one of them and some of the other. */
export function sessionRows(now: number): string[] {
  const rows = tokens.map(
    (token, nth) => `('${tokenHashOf(token)}', '-p${nth + 1}', ${now}, ${now}, ${now + 86_400_000}, null, '', '')`,
  )
  const range = numbers(people)
  const next = `(i % ${people} + 1)`
  const authors = [hundred, tenThousand].map((thread) => (thread % people) + 1).join(', ')
  return [
    `insert into sessions (token_hash, user_id, created_at, seen_at, expires_at, ended_at, client, address) values ${rows.join(', ')}`,
    `${range} insert into blocks (by_id, user_id, since) select '-p' || i, '-p' || ${next}, 1 from n where i not in (${authors}) and ${next} not in (${authors})`,
    `${range} insert into likes (thread_id, floor, user_id, since)
     select ${hundred}, floor, '-p' || i, 1 from n join replies on replies.thread_id = ${hundred} where (floor + i) % 3 = 0`,
    `insert into likes (thread_id, floor, user_id, since)
     select thread_id, floor, '-p' || (floor % ${people} + 1), 1 from replies where thread_id = ${tenThousand} and floor % 3 <> 0`,
    `update replies set likes = (select count(*) from likes where likes.thread_id = replies.thread_id and likes.floor = replies.floor)
     where thread_id in (${hundred}, ${tenThousand})`,
  ]
}

/** Threads `from` to `to`. */
export function threadsOf(engine: 'SQLite' | 'PostgreSQL', from: number, to: number): string[] {
  const replies = `case i when ${hundred} then 100 when ${tenThousand} then 10000 else 0 end`
  const title = either(
    `'磁力链接下载第 ' || i || ' 帖'`,
    `'Magnet links in the harbour, thread ' || i || ' about topic' || (i % 1000)`,
  )
  const content = either("'换了路由器以后没有速度'", `'No speed at all since the new router came on day' || (i % ${days})`)
  const range = numbers(to, from)
  const whole = `${titleTokens} || ${textTokens}`
  return [
    `${range} insert into threads (thread_id, sender_id, author_id, board_id, board_1, board_2, board_3, title, content, excerpt, tags, images, place,
       reverse, author_only, notify, last_floor, author_floor, replies, author_replies, open_replies, likes, favorites, views,
       is_pinned, is_featured, is_locked, is_listed, is_removed, created_at, active_at, edited_at, hot)
     select i, 'sent-' || i, ${author}, ${board}, ${boardAbove}, ${board}, 0, ${title}, ${content}, ${content}, '["router"]', '[]', '',
       0, 0, 1, ${replies}, 0, ${replies}, 0, ${replies}, 0, 0, 0, 0, 0, 0, 1, 0, i * 1000, i * 1000, 0, i * 1000 from n`,
    engine === 'SQLite'
      ? `${range} insert into thread_words (rowid, title, whole) select i, ${titleTokens}, ${whole} from n`
      : `${range} insert into thread_words (thread_id, title, whole)
         select i, array_to_tsvector(string_to_array(${titleTokens}, ' ')), array_to_tsvector(string_to_array(${whole}, ' ')) from n`,
    `insert into forum_ids (name, last) values ('thread', ${to}) on conflict (name) do update set last = ${to}`,
  ]
}

/** This many further replies in the first threads, a hundred in each, with their search tokens: those of the titles and texts above. */
export function repliesOf(engine: 'SQLite' | 'PostgreSQL', most: number): string[] {
  const thread = `(${tenThousand} + 1 + (i - 1) / 100)`
  const floor = '((i - 1) % 100 + 1)'
  const text = either(
    `'磁力链接下载第 ' || i || ' 帖,换了路由器以后没有速度'`,
    `'Magnet links in the harbour, thread ' || i || ' about topic' || (i % 1000) || ': no speed at all since the new router came on day' || (i % ${days})`,
  )
  const [range, tokens] = [numbers(most), `${titleTokens} || ${textTokens}`]
  return [
    `${range} insert into replies (thread_id, floor, sender_id, author_id, text, to_floor, quote_floor, likes, is_hidden, is_removed, created_at, edited_at)
     select ${thread}, ${floor}, 'sent-reply-' || i, ${author}, ${text}, 0, 0, 0, 0, 0, 1000000 + i, 0 from n`,
    `${range} insert into reply_numbers (no, thread_id, floor) select i, ${thread}, ${floor} from n`,
    engine === 'SQLite'
      ? `${range} insert into reply_words (rowid, words) select i, ${tokens} from n`
      : `${range} insert into reply_words (no, words) select i, array_to_tsvector(string_to_array(${tokens}, ' ')) from n`,
  ]
}

/** Every fifth reply answers the one before it; the reader likes every third reply, likes every seventh thread and adds it to the favourites, and has read a third of the threads. */
export function talkOf(reader: string): string[] {
  return [
    ...[hundred, tenThousand].flatMap((thread) => {
      const range = numbers(thread === hundred ? 100 : 10_000)
      return [
        `${range} insert into replies (thread_id, floor, sender_id, author_id, text, to_floor, quote_floor, likes, is_hidden, is_removed, created_at, edited_at)
         select ${thread}, i, 'sent-${thread}-' || i, ${author}, '开了 UPnP 就好了, it works now', case when i % 5 = 0 then i - 1 else 0 end, 0,
           case when i % 3 = 0 then 1 else 0 end, 0, 0, ${thread} * 1000 + i, 0 from n`,
        `${range} insert into likes (thread_id, floor, user_id, since) select ${thread}, i, '${reader}', 1 from n where i % 3 = 0`,
        `insert into thread_people (thread_id, user_id, replies, read_floor, has_read)
         select ${thread}, author_id, count(*), 0, 0 from replies where thread_id = ${thread} group by author_id`,
      ]
    }),
    `insert into likes (thread_id, floor, user_id, since) select thread_id, 0, '${reader}', 1 from threads where thread_id % 7 = 0`,
    `insert into favorites (user_id, type, thing_id, since) select '${reader}', 'thread', cast(thread_id as text), thread_id from threads where thread_id % 7 = 0`,
    `insert into thread_people (thread_id, user_id, replies, read_floor, has_read) select thread_id, '${reader}', 0, 0, 1 from threads where thread_id % 3 = 0`,
    'update threads set likes = 1, favorites = 1 where thread_id % 7 = 0',
    'update threads set views = 1 where thread_id % 3 = 0',
  ]
}
