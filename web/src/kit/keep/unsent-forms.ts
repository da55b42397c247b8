/** Unsent text of a form or sheet that closes or is left (P44): kept until it is sent, deleted with the session (P13). Plain texts and forms without a password (keepForm) outlast a reload of the tab; what else is an object does not. After a session that expired the open page alone remembers them, for the person who typed them. */
import * as z from 'zod/mini'
import { observable, useObservable } from '../observable.ts'
import { heldOverExpiry } from './held-over-expiry.ts'
import { onSessionEnd, session } from '../session.ts'
import { tabText } from '../storage.ts'

type Form = Readonly<Record<string, unknown>>
const TabTexts = z.object({
  owner: z.string(),
  texts: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.unknown())])),
})
const name = 'typed'
const owner = () => session.get().user?.user_id ?? ''

/** Values that a reload may keep; all others may hold a password. */
const plainForms = new WeakSet<object>()

const typed = observable<ReadonlyMap<string, unknown>>(textsOfTab())
typed.watch(keepInTab)
const held = heldOverExpiry<ReadonlyMap<string, unknown>>()
let typist = owner()
onSessionEnd((_, ending) => {
  held.hold(ending, typist, typed.get())
  typed.set(new Map())
})
session.watch(() => {
  typist = owner()
  const texts = held.takeFor(typist)
  if (texts) typed.set(new Map([...texts, ...typed.get()]))
})

/** As this tab had them before it was loaded again; of somebody else, who has signed out meanwhile, none. */
function textsOfTab(): ReadonlyMap<string, string | Form> {
  const stored = z.safeParse(TabTexts, tabText.json(name))
  const texts = stored.success && stored.data.owner === owner() ? Object.entries(stored.data.texts) : []
  for (const [, value] of texts) if (typeof value === 'object') plainForms.add(value)
  return new Map(texts)
}

function keepInTab(): void {
  const texts = [...typed.get()].filter(([, value]) => (typeof value === 'string' ? value !== '' : isPlain(value)))
  tabText.set(name, texts.length === 0 ? '' : JSON.stringify({ owner: owner(), texts: Object.fromEntries(texts) }))
}

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && plainForms.has(value)
}

export type Typed<T> = { value: T; change: (next: (before: T) => T) => void; forget: () => void }

export function hasTyped(): boolean {
  return typed.get().size > 0
}

/** One key, one type: the name of the component and of its subject. */
export function useTyped<T>(key: string, first: T): Typed<T> {
  const shown = useObservable(typed)
  return {
    value: valueOf(shown, key, first),
    change: (next) => changeTyped(key, first, next),
    forget: () => forgetTyped(key),
  }
}

export function typedText(key: string): string {
  return valueOf(typed.get(), key, '')
}

export function typedOr<T>(key: string, first: T): T {
  return valueOf(typed.get(), key, first)
}

export function forgetTyped(key: string): void {
  if (!typed.get().has(key)) return
  typed.set(new Map([...typed.get()].filter(([other]) => other !== key)))
}

export function changeTyped<T>(key: string, first: T, next: (before: T) => T): void {
  const before = typed.get()
  typed.set(new Map([...before, [key, next(valueOf(before, key, first))]]))
}

/** The fields of a form, none of which is a password: as JSON. */
export function keepForm(key: string, form: object): void {
  plainForms.add(form)
  changeTyped<object>(key, form, () => form)
}

// NOTE: only changeTyped() writes, and one key has one type.
function valueOf<T>(all: ReadonlyMap<string, unknown>, key: string, first: T): T {
  return all.has(key) ? (all.get(key) as T) : first
}
