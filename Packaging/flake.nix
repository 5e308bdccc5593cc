# A flake for Nix that takes the archive of a release, which needs nothing but the C library. Untried where it was written, which
# has no Nix: before it is used, `nix hash file` says the archive's hash.
{
  description = "Stack Overflow's questions, Wikipedia's edits and room temperatures in a terminal";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-25.11";

  outputs = { nixpkgs, ... }:
    let
      version = "1.0.0";
      system = "x86_64-linux";
      pkgs = nixpkgs.legacyPackages.${system};
    in {
      packages.${system}.default = pkgs.stdenv.mkDerivation {
        pname = "reactui";
        inherit version;
        src = pkgs.fetchurl {
          url = "https://github.com/reactui/reactui/releases/download/${version}/reactui-${version}-linux-x86_64-glibc2.35.tar.gz";
          hash = pkgs.lib.fakeHash;
        };
        nativeBuildInputs = [ pkgs.autoPatchelfHook ];
        # Opened while it runs, where there is HTML to read.
        runtimeDependencies = [ pkgs.libxml2 ];
        dontBuild = true;
        dontStrip = true;
        installPhase = "mkdir -p $out && cp -r bin share $out/";
        meta = {
          license = pkgs.lib.licenses.mit;
          mainProgram = "reactui";
          platforms = [ system ];
        };
      };
    };
}
