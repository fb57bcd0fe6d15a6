import { useContext } from "react";
import { NonceContext } from "#app/ui/nonce.ts";

/**
 * Looks the sheet up each time, as React may have replaced it. Browsers that support `command` handle the button themselves.
 * Without anchor positioning, a menu is placed at its button. An open menu closes when the window changes, as its
 * button moves.
 */
const listeners =
  "{const s=()=>document.getElementById('sheet')," +
  "h=()=>document.querySelectorAll('.menu').forEach(m=>m.hidePopover?.());" +
  "addEventListener('click',({target:t,clientX:x})=>{" +
  "const d=s(),b=t.closest('button'),c=b&&!b.commandForElement&&b.className;" +
  "if(c=='burger')d.showModal?d.showModal():location='#site-map';" +
  "else if(c=='close'||t==d&&x<d.offsetLeft)d.close();" +
  "else if(c=='menu-button'){const m=b.nextSibling;" +
  "/end/.test(getComputedStyle(m).positionArea)||(m.style='right:auto;left:'+b.offsetLeft+'px')}});" +
  "addEventListener('resize',h);" +
  "addEventListener('pagehide',()=>{s().close?.();h()})}";

/** What the menus need a script for; see `Header`. */
export function MenuScript() {
  const nonce = useContext(NonceContext);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; React would escape its quotation marks
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: listeners }} />;
}
