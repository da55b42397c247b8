/** What the system writes to people, in the language of the realm. */
import type { accountNews } from '@homeport/contract/account.ts'
import { cancelDays } from '@homeport/contract/account.ts'
import type { Words } from '../kit/refusal.ts'

export const text: Record<(typeof accountNews)[number], Words> & { tooFast: Words } = {
  registered: {
    en: 'Welcome to Homeport. Bind your box on the device tab to queue downloads and play films on your TV; the messages here tell you what happens to your account.',
    zh: '欢迎来到 Homeport。在“设备”页绑定你的盒子，就可以添加下载、在电视上播放影片。与账号有关的变动会在这里通知你。',
  },
  password_changed: {
    en: 'The password of your account was changed, and every other sign-in was ended. If this was not you, reset it at once and look at your sign-ins under Account security.',
    zh: '你的账号密码已修改，其他登录已全部退出。如非本人操作，请立即重置密码，并在“账号安全”中检查登录记录。',
  },
  phone_bound: {
    en: 'The phone number of your account was changed, and every other sign-in was ended. If this was not you, change your password at once.',
    zh: '你的账号绑定手机号已变更，其他登录已全部退出。如非本人操作，请立即修改密码。',
  },
  email_bound: {
    en: 'The e-mail address of your account was changed, and every other sign-in was ended. If this was not you, change your password at once.',
    zh: '你的账号绑定邮箱已变更，其他登录已全部退出。如非本人操作，请立即修改密码。',
  },
  cancel_asked: {
    en: `Your account will be erased in ${cancelDays} days. Until then you can take it back under Settings, Account security.`,
    zh: `你的账号将在 ${cancelDays} 天后注销并清除数据。在此之前，可在“设置 · 账号安全”中撤销注销。`,
  },
  cancel_undone: {
    en: 'Your account stays: its cancellation was taken back.',
    zh: '注销已撤销，你的账号将继续保留。',
  },
  tooFast: { en: 'You write very fast, please wait a moment', zh: '发送太频繁，请稍后再试' },
}
