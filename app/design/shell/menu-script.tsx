import { useContext } from "react";
import { NonceContext } from "../nonce.ts";

/**
 * Looks the sheet up each time, as React may have replaced it. Browsers that support `command` handle the button themselves.
 * Without anchor positioning, a menu is placed at its button. Menus close when the keyboard has left them, and when the window
 * changes, as their buttons move, and the sheet when its button is gone. Rings and tickets go over into those of the next page: asked for here, in the head, and not by the enhancements, as
 * Chromium 156 calls it an error when a page asks after it was first shown, which may be before its body is there; so it
 * does when somebody goes on before that has ended.
 */
const listeners =
  "{const s=()=>document.getElementById('sheet')," +
  "h=t=>document.querySelectorAll('[popover]').forEach(m=>m.parentNode.contains(t)||m.hidePopover?.());" +
  "addEventListener('focusin',({target:t})=>h(t));" +
  "addEventListener('click',({target:t,clientX:x})=>{" +
  "const d=s(),b=t.closest('button'),c=b&&!b.commandForElement&&b.className;" +
  "if(c=='burger')d.showModal?d.showModal():location='#site-map';" +
  "else if(c=='close'||t==d&&x<d.offsetLeft)d.close();" +
  "else if(c=='menu-button'){const m=b.nextSibling;" +
  "/end/.test(getComputedStyle(m).positionArea)||(m.style='right:auto;left:'+b.offsetLeft+'px')}});" +
  "addEventListener('resize',()=>{h();const d=s();d?.open&&!document.querySelector('.burger')?.offsetParent&&d.close()});" +
  "addEventListener('pagehide',()=>{s()?.close?.();h()});" +
  "for(const n of['pageswap','pagereveal'])addEventListener(n,({viewTransition:v})=>v?.ready.catch(()=>{}));" +
  "const c=new CSSStyleSheet;document.adoptedStyleSheets=[c];" +
  "c.replaceSync('@media(prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}')}";

/** In the head: what the menus need a script for (see `Header`), and the way from page to page. */
export function MenuScript() {
  const nonce = useContext(NonceContext);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; React would escape its quotation marks
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: listeners }} />;
}
