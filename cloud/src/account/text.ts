/** Refusal messages of the account feature, in both languages. */
import type { Words } from '../kit/refusal.ts'

export const text = {
  closed: { en: 'Registration is closed on this server', zh: '此服务器暂不开放注册' },
  invitation: {
    en: 'A new account needs an invitation. Enter its code.',
    zh: '新账号需要邀请码，请填写',
  },
  taken: { en: 'This username is already taken', zh: '该用户名已被使用' },
  tooSoon: { en: 'Wait a moment before requesting another code', zh: '验证码发送过于频繁，请稍后再试' },
  wrongCode: { en: 'Wrong or expired code', zh: '验证码错误或已过期' },
  wrongPassword: { en: 'Wrong password', zh: '密码错误' },
  phoneTaken: { en: 'This mobile number is used by another account', zh: '该手机号已被其他账号绑定' },
  emailTaken: { en: 'This email is used by another account', zh: '该邮箱已被其他账号绑定' },
  wechatTaken: {
    en: 'This WeChat is linked to another account. Unlink it there or delete that account, then try again.',
    zh: '该微信已绑定其他账号。请先在该账号中解绑微信或注销该账号，再重试',
  },
  wechatLinked: {
    en: 'This account is linked to WeChat already. Unlink it first.',
    zh: '此账号已绑定微信，请先解绑',
  },
  onlyWechat: {
    en: 'WeChat is the only way to sign in to this account. Set a password or add a mobile number first.',
    zh: '微信是此账号唯一的登录方式，请先设置密码或绑定手机号',
  },
  wrong: { en: 'Wrong username or password', zh: '用户名或密码不正确' },
} as const satisfies Record<string, Words>

/** Text of the server's modal after too many wrong tries; the wait is rounded up to minutes. */
export function waitWords(waitMs: number): Words {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000))
  return {
    en: `Too many wrong tries. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    zh: `错误次数过多，请在 ${minutes} 分钟后重试。`,
  }
}
