declare module "#content/site.yaml" {
  const site: import("./site.schema.ts").Site;
  export default site;
}
declare module "#content/navigation.yaml" {
  const navigation: import("./navigation.schema.ts").Navigation;
  export default navigation;
}
