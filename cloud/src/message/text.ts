/** Texts of system messages, in the language of the realm. */
import type { accountNews } from '@homeport/contract/account.ts'
import { cancelDays } from '@homeport/contract/account.ts'
import type { Words } from '../kit/refusal.ts'

export const text: Record<(typeof accountNews)[number], Words> & { tooFast: Words } = {
  registered: {
    en: 'Welcome to Homeport. Pair your box on the Device tab to add downloads and play films on your TV. Updates about your account appear here.',
    zh: '欢迎来到 Homeport。在「设备」页绑定你的盒子，就可以添加下载、在电视上播放影片。与账号有关的变动会显示在这里。',
  },
  password_changed: {
    en: 'Your password was changed and all other sign-ins were ended. If this wasn’t you, reset it right away and check your sign-ins under Account security.',
    zh: '你的账号密码已修改，其他登录已全部退出。如非本人操作，请立即重置密码，并在「账号与安全」中检查登录设备。',
  },
  phone_bound: {
    en: 'Your mobile number was changed and all other sign-ins were ended. If this wasn’t you, change your password right away.',
    zh: '你的账号绑定手机号已变更，其他登录已全部退出。如非本人操作，请立即修改密码。',
  },
  email_bound: {
    en: 'Your email address was changed and all other sign-ins were ended. If this wasn’t you, change your password right away.',
    zh: '你的账号绑定邮箱已变更，其他登录已全部退出。如非本人操作，请立即修改密码。',
  },
  wechat_bound: {
    en: 'WeChat was linked to your account and all other sign-ins were ended. If this wasn’t you, unlink it under Settings, Account security, and change your password.',
    zh: '你的账号已绑定微信，其他登录已全部退出。如非本人操作，请立即在「设置 · 账号与安全」中解绑微信并修改密码。',
  },
  wechat_unbound: {
    en: 'WeChat was unlinked from your account and all other sign-ins were ended. If this wasn’t you, change your password right away.',
    zh: '你的账号已解绑微信，其他登录已全部退出。如非本人操作，请立即修改密码。',
  },
  cancel_asked: {
    en: `Your account will be deleted in ${cancelDays} days. You can undo this until then under Settings, Account security.`,
    zh: `你的账号将在 ${cancelDays} 天后注销并清除数据。在此之前，可在「设置 · 账号与安全」中撤销注销。`,
  },
  cancel_undone: {
    en: 'Your account won’t be deleted.',
    zh: '注销已撤销，你的账号将继续保留。',
  },
  tooFast: { en: 'You’re sending messages too fast. Wait a moment and try again.', zh: '发送太频繁，请稍后再试' },
}
