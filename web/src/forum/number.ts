/** Counts as they stand beside words: 1,832; from ten thousand on short. */
import { lang } from '../kit/lang.ts'

const exactBelow = 10_000

export function countOf(n: number): string {
  const locale = lang.get() === 'zh' ? 'zh-CN' : 'en'
  return new Intl.NumberFormat(locale, n < exactBelow ? {} : { notation: 'compact', maximumFractionDigits: 1 }).format(n)
}
