/** Names of countries in the app's language, from their two-letter codes. */
import type { Lang } from '@homeport/contract/kit/operation.ts'

const names = new Map<Lang, Intl.DisplayNames>()

export function regionName(code: string, lang: Lang): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  const made = names.get(lang) ?? new Intl.DisplayNames([lang], { type: 'region', style: 'short', fallback: 'code' })
  names.set(lang, made)
  return made.of(code) ?? code
}
