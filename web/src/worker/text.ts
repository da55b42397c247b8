/** Words of notifications, per language. The app's own texts are not loaded here. */
import type { PushPayload } from '@homeport/contract/push.ts'

type Counts = PushPayload['counts']
type Words = {
  title: Record<PushPayload['kind'], string>
  unnamed: string
  summary: string
  counted: Record<PushPayload['kind'], (n: number) => string>
  join: string
}

const plural = (n: number, one: string, more: string) => `${n} ${n === 1 ? one : more}`

const words: Record<PushPayload['lang'], Words> = {
  en: {
    title: { done: 'Download complete', needs: 'Download needs attention', reply: 'Reply or message', film: 'New films' },
    unnamed: 'Homeport',
    summary: 'While you were away',
    counted: {
      done: (n) => `${plural(n, 'download', 'downloads')} complete`,
      needs: (n) => (n === 1 ? '1 download needs you' : `${n} downloads need you`),
      reply: (n) => plural(n, 'reply or message', 'replies and messages'),
      film: (n) => `${plural(n, 'film', 'films')} new in the library`,
    },
    join: ' · ',
  },
  zh: {
    title: { done: '下载完成', needs: '下载出错', reply: '回复与消息', film: '新片入库' },
    unnamed: 'Homeport',
    summary: '错过的通知',
    counted: {
      done: (n) => `${n} 个下载已完成`,
      needs: (n) => `${n} 个下载出错`,
      reply: (n) => `${n} 条回复与消息`,
      film: (n) => `影库新增 ${n} 部`,
    },
    join: ' · ',
  },
}

/** One alone is shown as itself: a person's reply under their name, the rest under its kind. */
export function wordsOf({ lang, kind, name, text, counts }: PushPayload): { title: string; body: string } {
  const own = words[lang]
  if (totalOf(counts) > 1) {
    const parts = kinds.flatMap((one) => (counts[one] > 0 ? [own.counted[one](counts[one])] : []))
    return { title: parts.length === 1 ? own.title[kind] : own.summary, body: parts.join(own.join) }
  }
  if (kind === 'reply') return { title: name || own.title.reply, body: text }
  return { title: own.title[kind], body: name || own.unnamed }
}

const kinds = ['needs', 'done', 'reply', 'film'] as const

export function totalOf(counts: Counts): number {
  return kinds.reduce((sum, kind) => sum + counts[kind], 0)
}
