/** Words of the form that adds a Kodi. */
import { both } from '../../kit/lang.ts'

export const kodiText = both({
  en: {
    add: 'Add a Kodi',
    how: 'In Kodi, turn on Settings → Services → Control → Allow remote control via HTTP.',
    nearby: 'Found at home',
    address: 'Address of Kodi',
    port: 'Port',
    username: 'Username',
    password: 'Password',
    tooMany: 'The box has 16 Kodis already',
  },
  zh: {
    add: '添加 Kodi',
    how: '请在 Kodi 中开启「设置 → 服务 → 控制 → 允许通过 HTTP 远程控制」。',
    nearby: '家中发现的',
    address: 'Kodi 的地址',
    port: '端口',
    username: '用户名',
    password: '密码',
    tooMany: '盒子已有 16 个 Kodi',
  },
})
