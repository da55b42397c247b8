/** The texts for each part that is not connected, shared by all screens. */
import { both } from '../lang.ts'

export const connectionText = both({
  en: {
    phone: 'This phone is offline',
    computer: 'This computer is offline',
    cloud: 'The cloud can’t be reached',
    direct: 'No cloud, home only',
    box: 'Box is offline',
    tv: 'TV is off',
    since: (time: string) => `since ${time}`,
    updated: (time: string) => `Last updated ${time}`,
    asOf: (time: string) => `as of ${time}`,
    whenBack: 'When it is back',
    retry: 'Retry',
    ok: 'OK',
    help: 'Help',
    helpTitle: 'Box is offline',
    steps: [
      'Check that the box is switched on and its network cable or Wi-Fi is connected.',
      'Check that your router has internet access.',
      'Restart the box if it stays offline for more than a few minutes.',
    ],
    stepsText:
      'You don’t need to do anything here: downloads continue by themselves, and this page updates as soon as the box is back.',
  },
  zh: {
    phone: '手机已离线',
    computer: '电脑已离线',
    cloud: '连不上云端',
    direct: '连不上云端，已直连盒子',
    box: '盒子已离线',
    tv: '电视已关机',
    since: (time) => `${time} 起`,
    updated: (time) => `更新于 ${time}`,
    asOf: (time) => `${time} 的数据`,
    whenBack: '上线后可用',
    retry: '重试',
    ok: '知道了',
    help: '怎么办',
    helpTitle: '盒子已离线',
    steps: ['确认盒子已开机，网线或 Wi-Fi 已连接。', '确认路由器能正常上网。', '如果几分钟后仍未恢复，请重启盒子。'],
    stepsText: '恢复后无需任何操作：下载会自动继续，本页也会自动更新。',
  },
})
