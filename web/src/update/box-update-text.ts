/** Texts for updates of the box. Each fault has a sentence that says what happened and what to do. */
import type { BoxUpdateFault, UpdateStatus } from '@homeport/contract/update.ts'
import { both } from '../kit/lang.ts'

type Step = Exclude<UpdateStatus['step'], 'idle'>

const faultsEn: Record<BoxUpdateFault, string> = {
  unreachable: 'The box couldn’t reach the update server. Check its network, then try again.',
  unsigned: 'The update isn’t signed with this box’s key, so it wasn’t installed.',
  older: 'The update is older than what the box runs, so it wasn’t installed.',
  damaged: 'The update arrived damaged, so it wasn’t installed. Try again.',
  unsafe: 'The update contains files that don’t belong in it, so it wasn’t installed.',
  no_space: 'Not enough space on the box’s disk. Free some space, then try again.',
  no_parts: 'Some parts of the update couldn’t be installed. Check the box’s network, then try again.',
  no_start: 'The new version didn’t start, so the box kept the one it had.',
  no_answer: 'The new version didn’t respond, so the box went back to the one it had.',
}
const faultsZh: Record<BoxUpdateFault, string> = {
  unreachable: '盒子连不上更新服务器，请检查盒子的网络后重试。',
  unsigned: '更新的签名与此盒子的密钥不符，未安装。',
  older: '该更新比盒子当前的版本旧，未安装。',
  damaged: '更新文件已损坏，未安装，请重试。',
  unsafe: '更新包含不应有的文件，未安装。',
  no_space: '盒子磁盘空间不足，请清理后重试。',
  no_parts: '更新的部分组件安装失败，请检查盒子的网络后重试。',
  no_start: '新版本无法启动，盒子继续使用原版本。',
  no_answer: '新版本没有响应，盒子已恢复到原版本。',
}
const stepsEn: Record<Step, string> = {
  download: 'Downloading',
  unpack: 'Unpacking',
  parts: 'Installing parts',
  try: 'Testing the new version',
  restart: 'Restarting the box',
}
const stepsZh: Record<Step, string> = {
  download: '正在下载',
  unpack: '正在解压',
  parts: '正在安装组件',
  try: '正在试运行新版本',
  restart: '正在重启盒子',
}

export const boxUpdateText = both({
  en: {
    title: 'System update',
    ready: (version: string) => `${version} is ready`,
    runs: (box: string, version: string) => `${box} runs ${version}`,
    newest: (version: string) => `${version} is the latest`,
    newestText: (box: string) => `${box} is up to date`,
    whatsNew: 'What’s new',
    auto: 'Update automatically',
    autoText: 'At night, when nothing is playing',
    now: 'Update now',
    tonight: 'Tonight at 3:00',
    never: 'Not now',
    chosenTonight: 'Installs tonight at 3:00, when nothing is playing',
    chosenNever: 'You put this version off',
    size: (size: string) => `${size}. Downloads pause, then resume.`,
    check: 'Check for updates',
    updating: (version: string) => `Updating to ${version}`,
    stay: 'You can leave this page. Downloads resume by themselves.',
    steps: stepsEn,
    faults: faultsEn,
    wentBack: (version: string) => `${version} wasn’t installed`,
    ownerOnly: 'Only the owner can update the box.',
    off: 'Updates are off',
    offText: 'Set up updates on the box: HOMEPORT_UPDATES and HOMEPORT_UPDATES_KEY.',
    unsupervisedText:
      'The box wasn’t started with npm start, so it couldn’t go back if an update failed. Start it that way to update.',
    offlineText: 'Check that it’s switched on and connected.',
  },
  zh: {
    title: '系统更新',
    ready: (version) => `${version} 可以安装了`,
    runs: (box, version) => `「${box}」当前为 ${version}`,
    newest: (version) => `${version} 已是最新`,
    newestText: (box) => `「${box}」无需更新`,
    whatsNew: '更新内容',
    auto: '自动更新',
    autoText: '夜里没有播放时安装',
    now: '立即更新',
    tonight: '今晚 3:00',
    never: '暂不',
    chosenTonight: '将于今晚 3:00 在没有播放时安装',
    chosenNever: '已暂缓此版本',
    size: (size) => `${size}。下载会暂停，之后自动继续。`,
    check: '检查更新',
    updating: (version) => `正在更新到 ${version}`,
    stay: '可以离开此页，下载会自动继续。',
    steps: stepsZh,
    faults: faultsZh,
    wentBack: (version) => `${version} 未安装`,
    ownerOnly: '只有管理员可以更新盒子。',
    off: '更新已关闭',
    offText: '请在盒子上设置 HOMEPORT_UPDATES 和 HOMEPORT_UPDATES_KEY。',
    unsupervisedText: '盒子不是用 npm start 启动的，更新失败时无法恢复。请用该命令启动后再更新。',
    offlineText: '请确认盒子已开机并联网。',
  },
})
