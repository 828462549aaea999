// P1177 【模板】排序
// 段错误：把数插入二叉搜索树时，忘了树可能还是空的
#include <cstdio>

struct Node {
	int value;
	Node *left, *right;
};

Node *root;

void insert(int value)
{
	Node *node = root;
	while (true) {
		Node *&next = value < node->value ? node->left : node->right;
		if (next == nullptr) {
			next = new Node{value, nullptr, nullptr};
			return;
		}
		node = next;
	}
}

void print(Node *node)
{
	if (node == nullptr)
		return;
	print(node->left);
	printf("%d ", node->value);
	print(node->right);
}

int main()
{
	int n, value;
	if (scanf("%d", &n) != 1)
		return 0;
	while (n-- > 0 && scanf("%d", &value) == 1)
		insert(value);
	print(root);
	return 0;
}
