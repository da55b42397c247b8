/** Refusal messages of the forum. */
import type { Words } from '../../kit/refusal.ts'

export const text = {
  closed: { en: 'Only moderators can start threads on this board', zh: '此版块仅版主可发帖' },
  locked: { en: 'This thread is locked', zh: '该帖已锁定' },
  secrets: {
    en: 'People replied here in private, so these replies can’t be made public',
    zh: '已有人在「仅作者可见」时回复，不能再公开这些回复',
  },
  tooFast: { en: 'You’re posting too fast. Wait a moment and try again.', zh: '发布过于频繁，请稍后再试' },
  tooMany: {
    en: 'New accounts can only post a few times a day. Try again tomorrow.',
    zh: '新账号每天发布次数有限，请明天再来',
  },
  tooManyPictures: {
    en: 'Too many unposted pictures. Post them, or try again tomorrow.',
    zh: '未发布的图片过多，请先发布或明天再试',
  },
} as const satisfies Record<string, Words>

/** until in ms. */
export function banned(until: number, reason: string): Words {
  const day = new Date(until).toISOString().slice(0, 10)
  return {
    en: `You can’t post until ${day}${reason === '' ? '' : `: ${reason}`}`,
    zh: `你在 ${day} 之前不能发布内容${reason === '' ? '' : `：${reason}`}`,
  }
}
