import { chromium } from "@playwright/test";
import { spawn } from "node:child_process";
const port=4466;
const srv=spawn("node",["serve.mjs","../dist","--port",String(port)],{stdio:"inherit"});
await new Promise(r=>setTimeout(r,800));
const b=await chromium.launch({executablePath:"/usr/bin/chromium"});
const size={p:{width:390,height:844},d:{width:1440,height:900},s:{width:360,height:640}};
const script=(await import(process.argv[2])).default;
for (const k of process.argv[3]||"d") { const ctx=await b.newContext({viewport:size[k],deviceScaleFactor:1,hasTouch:k!=="d"}); const page=await ctx.newPage(); page.on("console",m=>["error","warning"].includes(m.type())&&console.log(m.text())); page.on("pageerror",e=>console.log(String(e))); await page.goto(`http://localhost:${port}/`); await page.waitForSelector("[data-parts=ready]",{timeout:20000}).catch(()=>{}); await script(page,async n=>{await page.waitForTimeout(600);await page.screenshot({path:`/tmp/lead/${n}-${k}.png`})},k); await ctx.close(); }
await b.close(); srv.kill(); process.exit(0);
