"""5, appendix A  Setup, as steps and questions like any other."""
