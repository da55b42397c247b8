/** What a tour finds in the Chinese realm (HOMEPORT_DEMO=1): people by their handles, threads with replies. Boards by the last two digits of their ids. */
import type { DemoRealm } from './demo-realm.ts'

export const demoZh: DemoRealm = {
  people: ['海港灯', '安静的盒子', '四盘位', '夜班船长', '纸船', '慢车', '铜线', '老胶片'],
  threads: [
    {
      board: 13,
      title: '磁力一直“获取文件列表”？先检查端口',
      content:
        '如果磁力链接停在**获取文件列表**超过一分钟，多半是外面连不上你的盒子。\n\n1. 在路由器上给盒子转发一个端口。\n2. 重启盒子，再试同一个链接。\n3. 还是不行，说明现在没人做种，晚上再来。\n\n我这里从几分钟变成了四秒。',
      tags: ['磁力', '网络'],
      hoursAgo: 5,
      pinned: true,
      replies: ['果然是端口，谢谢！', '我是盒子上开了 VPN，没有端口可转发。', '这个可以写进指南吗？', '值得单独写一篇。'],
    },
    {
      board: 21,
      title: '旧 NUC 改的四盘位盒子：待机 11 瓦，听不到声音',
      content:
        '一台八年前的 NUC，加一个四盘位 USB 硬盘柜，放在书架后面。\n\n- 硬盘休眠时 11 瓦，播放时 29 瓦\n- 只有一个风扇，从来听不到\n- 停电后四十秒恢复\n\n有问题可以问我。',
      tags: ['装机', '静音'],
      hoursAgo: 26,
      featured: true,
      replies: [
        '做种的时候硬盘怎么休眠？',
        '不休眠，我只让第一块盘做种。',
        '硬盘柜是哪一款？',
        '同款 NUC，放 4K 原盘很流畅。',
        '书架后面真是个好地方。',
      ],
    },
    {
      board: 23,
      title: '你们会保留哪些字幕？',
      content: '以前什么语言都留，现在只留中文、原文，还有给爸妈的大字版。你们呢？',
      tags: ['字幕'],
      hoursAgo: 30,
      replies: ['只留原文，顺便学外语。', '全留，又不占地方。', '字幕和影片同名放一起，马上就能识别。'],
    },
    {
      board: 17,
      title: '《小城之春》修复版，值得在大屏幕上看一遍',
      content: '和爸妈一起看的，一个多小时没有人说话。老片子还有哪些推荐？',
      tags: ['老电影', '家庭'],
      hoursAgo: 52,
      replies: ['《神女》，阮玲玉太好了。', '《马路天使》，孩子也能看。', '《八千里路云和月》。'],
    },
    {
      board: 14,
      title: '只在夜里全速下载，白天不抢网',
      content: '白天限速，夜里不限。家里人再也没抱怨过视频通话卡顿。',
      tags: ['技巧'],
      hoursAgo: 76,
      replies: ['在哪里设置？', '设备 › 设置 › 下载。'],
    },
    {
      board: 15,
      title: '带广告的文件名也能认出来了',
      content: '以前 `【6v电影】寻梦环游记.Coco.2017` 要先改名，现在直接就能识别。',
      tags: ['识别'],
      hoursAgo: 120,
      replies: ['试了，没问题。'],
    },
    {
      board: 4,
      title: '建议：整季下载完再提醒一次',
      content: '最后一集完成时提醒一次就好，中间不用。',
      tags: ['建议'],
      hoursAgo: 160,
      replies: ['支持。', '缺了哪一集也提醒一下。'],
    },
    {
      board: 5,
      title: '来自灯塔的问候',
      content: '我守着一座灯塔，夜很长。很高兴认识大家。',
      tags: [],
      hoursAgo: 8,
      replies: [],
    },
  ],
}
