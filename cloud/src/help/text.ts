/** Refusal messages for feedback, in both languages. */
import type { Words } from '../kit/refusal.ts'

export const text = {
  tooMuch: {
    en: 'Thanks. That’s a lot of feedback for one hour, so please try again later.',
    zh: '感谢反馈，提交过于频繁，请稍后再试。',
  },
} as const satisfies Record<string, Words>
