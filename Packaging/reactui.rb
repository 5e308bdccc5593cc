# A formula for Homebrew on Linux. Untried where it was written, which has neither Homebrew nor a published release: before
# it is used, `url` is the release's own address of the source, and `sha256` is what `shasum -a 256` says of it.
class Reactui < Formula
  desc "Stack Overflow's questions, Wikipedia's edits and temperatures, live in the terminal"
  homepage "https://github.com/reactui/reactui"
  url "https://github.com/reactui/reactui/archive/refs/tags/1.0.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "binutils" => :build
  depends_on "pkgconf" => :build
  depends_on "swift" => :build
  depends_on "libxml2"
  depends_on :linux
  depends_on "ncurses"
  depends_on "sqlite"
  depends_on "zlib"

  def install
    # Where apt-get is, make would install with it what is missing; here Homebrew has.
    system "make", "install", "PREFIX=#{prefix}"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/reactui --version")
    assert_match "[", shell_output("#{bin}/reactui questions --demo --json")
  end
end
