/** Texts of verification codes for SMS and e-mail, in both languages. */
import type { Lang } from '@homeport/contract/kit/operation.ts'

type Code = { lang: Lang; digits: string; purpose: string }

export function smsWords({ lang, digits }: Code): string {
  return lang === 'zh'
    ? `【Homeport】验证码 ${digits}，5 分钟内有效。请勿告诉他人。`
    : `Homeport: your code is ${digits}. It expires in 5 minutes. Don’t share it with anyone.`
}

/** The message names the purpose of the code, so that a person who did not request it is warned. */
const reasons: Record<string, Record<Lang, string>> = {
  bind: { en: 'to add this email address to a Homeport account', zh: '将此邮箱绑定到 Homeport 账号' },
  reset: { en: 'to set a new password for your Homeport account', zh: '为你的 Homeport 账号设置新密码' },
  cancel: { en: 'to cancel your Homeport account', zh: '注销你的 Homeport 账号' },
  confirm: { en: 'to change your Homeport account’s security settings', zh: '更改你的 Homeport 账号的安全设置' },
}

export function mailWords({ lang, digits, purpose }: Code): { subject: string; text: string } {
  const reason = reasons[purpose]?.[lang]
  return lang === 'zh'
    ? {
        subject: 'Homeport 验证码',
        text: `你的验证码是：\n\n    ${digits}\n\n${reason ? `用途：${reason}。\n` : ''}验证码 5 分钟内有效，请勿告诉他人。\n如果不是你本人操作，请忽略此邮件。\n`,
      }
    : {
        subject: 'Your Homeport code',
        text: `Your code is:\n\n    ${digits}\n\n${reason ? `You requested it ${reason}.\n` : ''}It expires in 5 minutes. Don’t share it with anyone.\nIf you didn’t request it, you can ignore this email.\n`,
      }
}
