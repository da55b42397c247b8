/** The app's language: the browser's until the user chooses; it decides the realm and all texts. A missing text does not compile. */
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import { observable, useObservable } from './observable.ts'
import { withoutTurns } from '@homeport/contract/kit/turns.ts'
import { storageKeys } from './storage.ts'

export type Both<M> = Record<Lang, M>

/** The texts of one feature in both languages; en defines the type. Names in a sentence do not turn it, whatever their direction. */
export function both<M extends object>(words: { en: M; zh: NoInfer<M> }): Both<M> {
  return { en: isolatingNames(words.en), zh: isolatingNames(words.zh) }
}

/** Letters of scripts from right to left, and signs that turn the text after them. */
const turning =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A copy: texts of the contract stand in several features. */
function isolatingNames<M extends object>(words: M): M {
  const isolating = (text: unknown): unknown => {
    if (typeof text === 'function') return (...names: unknown[]): unknown => Reflect.apply(text, undefined, names.map(isolated))
    const isPlain = typeof text === 'object' && text !== null && Object.getPrototypeOf(text) === Object.prototype
    return isPlain ? isolatingNames(text) : text
  }
  return Object.fromEntries(Object.entries(words).map(([key, text]) => [key, isolating(text)])) as M
}

/** As `<bdi>` does, where there is only text: between the signs FSI and PDI of UAX 9. */
function isolated(name: unknown): unknown {
  return typeof name === 'string' && turning.test(name) ? `\u2068${withoutTurns(name)}\u2069` : name
}

/** Texts by the keys of a contract list: a key without a text does not compile, an unknown key returns undefined. */
export function wordsBy<K extends string | number>(words: Record<K, string>): Record<string, string | undefined> {
  return words
}

export function langOf(browserLanguage: string): Lang {
  return /^zh\b/i.test(browserLanguage) ? 'zh' : 'en'
}

export const lang = observable<Lang>(storageKeys.app('lang').get() ?? langOf(navigator.language))

export function setLang(next: Lang): void {
  storageKeys.app('lang').set(next)
  document.documentElement.lang = next
  lang.set(next)
}

export function otherLang(current: Lang): Lang {
  return langs.find((one) => one !== current) ?? current
}

export function useLang(): Lang {
  return useObservable(lang)
}

export function useText<M>(words: Both<M>): M {
  return words[useLang()]
}

/** Texts outside of a React component. */
export function textNow<M>(words: Both<M>): M {
  return words[lang.get()]
}
