/** What a post is called on the wire: a thread by its number, a reply by its thread's and its floor ("12-5"). */
import { Code } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../kit/refusal.ts'

/** floor 0: the thread itself. */
export type Thing = { thread_id: number; floor: number }

/** Refuses (4004) what cannot be one. */
export function threadIdOf(id: string): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new Refusal(Code.notFound)
  return Number(id)
}

export function floorOf(id: string): Thing {
  const [, thread, floor] = /^([1-9]\d{0,14})-([1-9]\d{0,8})$/.exec(id) ?? []
  if (thread === undefined || floor === undefined) throw new Refusal(Code.notFound)
  return { thread_id: Number(thread), floor: Number(floor) }
}

export function thingOf({ id, type }: { id: string; type: 'thread' | 'reply' }): Thing {
  return type === 'thread' ? { thread_id: threadIdOf(id), floor: 0 } : floorOf(id)
}

export function idOf({ thread_id, floor }: Thing): string {
  return floor === 0 ? String(thread_id) : `${thread_id}-${floor}`
}

const excerptMax = 120
/** UTF-16 units that are looked at for it. */
const excerptFrom = 2_000

/** The first words of a post. */
export function excerptOf(text: string): string {
  const plain = plainOf(text.slice(0, excerptFrom))
  const letters = [...plain]
  return letters.length > excerptMax ? `${letters.slice(0, excerptMax - 1).join('')}…` : plain
}

/** A post in one line, without the marks of the forum. */
export function plainOf(text: string): string {
  return text
    .replace(/!\[[^\]]{0,200}\]\([^)]{0,500}\)/g, ' ')
    .replace(/\[([^\]]{0,200})\]\([^)]{0,500}\)/g, '$1')
    .replace(/^[ \t]{0,8}(?:>|#{1,6}|[-*+]|\d{1,3}\.)[ \t]+/gm, '')
    .replace(/[*~`]{1,3}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
