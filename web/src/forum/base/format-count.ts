/** Formats counts: 1,832; compact from ten thousand on. */
import { lang } from '../../kit/lang.ts'

const exactBelow = 10_000

export function formatCount(n: number): string {
  return n < exactBelow
    ? formatExact(n)
    : new Intl.NumberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1 }).format(n)
}

/** All digits, such as a floor number. */
export function formatExact(n: number): string {
  return new Intl.NumberFormat(locale()).format(n)
}

function locale(): string {
  return lang.get() === 'zh' ? 'zh-CN' : 'en'
}
